package c

import (
	"reflect"
	"sync"

	"modernc.org/cc/v4"
)

// This file walks over a syntax tree, for questions about names and forms.

// visit calls look for n, and for the nodes below n if look returns true. Statements come in the order of the text.
func visit(n cc.Node, look func(cc.Node) bool) {
	if v := reflect.ValueOf(n); v.Kind() != reflect.Pointer || v.IsNil() || !look(n) {
		return
	}
	children(n, func(m cc.Node) { visit(m, look) })
}

// children calls f for each node directly below n.
func children(n cc.Node, f func(cc.Node)) {
	v := reflect.ValueOf(n).Elem()
	if v.Kind() != reflect.Struct {
		return
	}
	for _, i := range partsOf(v.Type()) {
		if part := v.Field(i); !part.IsNil() {
			f(part.Interface().(cc.Node))
		}
	}
}

var (
	nodeIface = reflect.TypeFor[cc.Node]()
	nodeParts sync.Map // from the type of a node to the indices of its fields that are nodes
)

func partsOf(t reflect.Type) []int {
	if parts, ok := nodeParts.Load(t); ok {
		return parts.([]int)
	}
	var parts []int
	for i := range t.NumField() {
		field := t.Field(i)
		if k := field.Type.Kind(); field.IsExported() && !field.Anonymous &&
			(k == reflect.Pointer || k == reflect.Interface) && field.Type.Implements(nodeIface) {
			parts = append(parts, i)
		}
	}
	nodeParts.Store(t, parts)
	return parts
}
