package plan

import (
	"reflect"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
)

// TestEqualSeesEveryField alters each field alone of what is compared to share parts of a statement: what differs in any
// is not the same, but for those that are named.
func TestEqualSeesEveryField(t *testing.T) {
	whole := Windows{Type: expr.Type{Kind: expr.Date}, Buckets: []string{"2026-01-01"}, From: []string{"2026-01-01"}, Until: []string{"2026-02-01"},
		Whole: &Window{"2026-01-01", "2026-03-01"}}
	fields(t, whole, func(a, b Windows) bool { return a.Equal(&b) }, "At")
	fields(t, bundle.Snapshot{Per: []string{"store"}}, func(a, b bundle.Snapshot) bool { return a.Equal(&b) })
	fields(t, bundle.Cumulative{SinceStartOf: "month"}, func(a, b bundle.Cumulative) bool {
		return (&bundle.Shape{Cumulative: &a}).Equal(&bundle.Shape{Cumulative: &b})
	})
	fields(t, bundle.Shift{ToStartOf: "month"}, func(a, b bundle.Shift) bool { return (&bundle.Shape{Shift: &a}).Equal(&bundle.Shape{Shift: &b}) })
	fields(t, bundle.Shape{Cumulative: &bundle.Cumulative{}, Shift: &bundle.Shift{}, Snapshot: &bundle.Snapshot{}}, func(a, b bundle.Shape) bool { return a.Equal(&b) })
}

// fields alters every field of x in turn: what is set is emptied, and what is empty is set.
func fields[T any](t *testing.T, x T, equal func(a, b T) bool, but ...string) {
	t.Helper()
	if !equal(x, x) {
		t.Errorf("%T is not itself", x)
	}
	for i := range reflect.TypeFor[T]().NumField() {
		y := x
		field := reflect.ValueOf(&y).Elem().Field(i)
		name := reflect.TypeFor[T]().Field(i).Name
		if !field.IsZero() {
			field.SetZero()
		} else if !set(field) {
			t.Fatalf("%T.%s: how to set a %s?", x, name, field.Type())
		}
		same := equal(x, y) || equal(y, x)
		named := false
		for _, n := range but {
			named = named || n == name
		}
		if same != named {
			t.Errorf("%T.%s: taken for equal is %v", x, name, same)
		}
	}
}

func set(field reflect.Value) bool {
	switch field.Kind() {
	case reflect.String:
		field.SetString("x")
	case reflect.Int:
		field.SetInt(1)
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
	case reflect.Slice:
		field.Set(reflect.MakeSlice(field.Type(), 1, 1))
	default:
		return false
	}
	return true
}
