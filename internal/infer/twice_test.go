package infer

import "testing"

// Two columns of one name, whatever the case, are told apart by a number, and what is proposed of them is answered.
func TestColumnsOfOneName(t *testing.T) {
	p, root := propose(t, map[string]string{"shares": "id,P95,p95,Amount,amount\n1,2,3,4,5\n2,3,4,5,6\n"})
	if _, found := answers(t, p, root); len(found) > 0 {
		t.Error(found)
	}
	if n := len(p.Models[0].Columns); n != 5 {
		t.Errorf("%d columns are left", n)
	}
}
