package sat

// This file defines the order of decisions: variables that were in recent conflicts come first.

// heap is a binary heap of variables, the most active first; of two that are equal, the one with the smaller number.
type heap struct {
	activity []float64 // of each variable
	vars     []int32
	at       []int32 // of each variable, where it is in vars, or -1
}

// add makes the heap know another variable, which it does not have.
func (h *heap) add(v int) {
	h.activity, h.at = append(h.activity, 0), append(h.at, -1)
}

// fill puts all n variables in.
func (h *heap) fill(n int) {
	for v := range n {
		h.put(v)
	}
}

func (h *heap) before(v, w int32) bool {
	a, b := h.activity[v], h.activity[w]
	return a > b || a == b && v < w
}

// put puts v in, if it is not there.
func (h *heap) put(v int) {
	if h.at[v] < 0 {
		h.vars = append(h.vars, int32(v))
		h.up(len(h.vars) - 1)
	}
}

func (h *heap) up(i int) {
	v := h.vars[i]
	for i > 0 && h.before(v, h.vars[(i-1)/2]) {
		h.set(i, h.vars[(i-1)/2])
		i = (i - 1) / 2
	}
	h.set(i, v)
}

func (h *heap) down(i int) {
	v := h.vars[i]
	for {
		child := 2*i + 1
		if child >= len(h.vars) {
			break
		}
		if child+1 < len(h.vars) && h.before(h.vars[child+1], h.vars[child]) {
			child++
		}
		if !h.before(h.vars[child], v) {
			break
		}
		h.set(i, h.vars[child])
		i = child
	}
	h.set(i, v)
}

func (h *heap) set(i int, v int32) { h.vars[i], h.at[v] = v, int32(i) }

// best takes out the most active variable that is free; ok is false if there is none.
func (h *heap) best(free func(v int) bool) (v int, ok bool) {
	for len(h.vars) > 0 {
		top, last := h.vars[0], h.vars[len(h.vars)-1]
		h.at[top] = -1
		if h.vars = h.vars[:len(h.vars)-1]; len(h.vars) > 0 {
			h.vars[0] = last
			h.down(0)
		}
		if free(int(top)) {
			return int(top), true
		}
	}
	return 0, false
}

// bump makes v more active by some amount. It reports whether activities have become so large that they were all scaled
// down.
func (h *heap) bump(v int, by float64) (scaled bool) {
	const huge = 1e100
	if h.activity[v] += by; h.activity[v] > huge {
		for i := range h.activity {
			h.activity[i] *= 1 / huge
		}
		scaled = true
	}
	if h.at[v] >= 0 {
		h.up(int(h.at[v]))
	}
	return scaled
}
