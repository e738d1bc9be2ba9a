package core

// This file defines long ranges of equal pages. They share one page, and the leaves and nodes above it. Shared parts
// belong to no stretch, and their memory counts once, when they are made. If a stretch copies one to change it, the
// copy counts as new.

// assign makes p, which belongs to no stretch, the element at every index from from up to to, and returns by how many
// words the vector grows, without p.
func assign(v *vector[*page], own *owner, from, to int64, p *page) (words int) {
	for (to-1)>>fan>>(fan*v.height) != 0 {
		if v.leaf == nil && v.node == nil {
			v.height++
			continue
		}
		root := newNode[*page](own, v.height+1)
		root.sub[0] = *v
		*v = vector[*page]{node: root, height: v.height + 1}
		words += wordsPerNode
	}
	l := new(leaf[*page])
	for k := range l.items {
		l.items[k] = p
	}
	full := []vector[*page]{{leaf: l}} // by height
	for h := 1; h <= v.height; h++ {
		n := newNode[*page](nil, h)
		for k := range n.sub {
			n.sub[k] = full[h-1]
		}
		full = append(full, vector[*page]{node: n, height: h})
	}
	words += len(full) * wordsPerNode
	return words + assignIn(v, own, 0, from, to, full)
}

// assignIn is assign in a part of a vector that begins at the index base, with what is full by height.
func assignIn(v *vector[*page], own *owner, base, from, to int64, full []vector[*page]) (words int) {
	width := int64(1) << (fan * v.height) // of what is below
	if from <= base && base+fanout*width <= to {
		words = -weigh(v)
		*v = full[v.height]
		return words
	}
	if v.height == 0 {
		for i := max(from, base); i < min(to, base+fanout); i++ {
			at, more := v.at(own, i-base)
			words += more*wordsPerNode - (*at).weigh()
			*at = full[0].leaf.items[0]
		}
		return words
	}
	switch {
	case v.node == nil:
		v.node, words = newNode[*page](own, v.height), wordsPerNode
	case v.node.own != own:
		if v.node.own == nil {
			words = wordsPerNode
		}
		n := *v.node
		n.own, v.node = own, &n
	}
	for k := range v.node.sub {
		if at := base + int64(k)*width; at < to && from < at+width {
			words += assignIn(&v.node.sub[k], own, at, from, to, full)
		}
	}
	return words
}

// weigh returns the memory of a vector of pages that is not shared, in words.
func weigh(v *vector[*page]) (words int) {
	switch {
	case v.node != nil && v.node.own != nil:
		words = wordsPerNode
		for k := range v.node.sub {
			words += weigh(&v.node.sub[k])
		}
	case v.leaf != nil && v.leaf.own != nil:
		words = wordsPerNode
		for _, p := range v.leaf.items {
			words += p.weigh()
		}
	}
	return words
}

// weigh returns the memory of a page that is not shared, in words; 0 if there is none.
func (p *page) weigh() int {
	if p == nil || p.own == nil {
		return 0
	}
	words := wordsPerPage
	if p.cells != nil {
		words += wordsPerCells
		for _, c := range p.cells {
			if c != nil {
				words += 1 + c.value.words()
			}
		}
	}
	return words
}
