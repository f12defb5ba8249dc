package warehouse

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestRawSentences: every code has a sentence of its own, and none repeats what the data system said.
func TestRawSentences(t *testing.T) {
	seen := map[string]RawCode{}
	for _, code := range RawCodes() {
		e := &RawError{code, errors.New("secret of the source")}
		text := e.Error()
		if strings.Contains(text, "secret") || !strings.HasSuffix(text, ".") || seen[text] != "" || strings.ToLower(string(code)) != string(code) {
			t.Errorf("%s says %q, as %q does", code, text, seen[text])
		}
		seen[text] = code
	}
	if !slices.Contains(RawCodes(), RawFailed) {
		t.Error("what broke has no code")
	}
}

func TestCheckRaw(t *testing.T) {
	for text, want := range map[string]RawCode{
		"SELECT 1": "", strings.Repeat(" ", MaxRawStatement) + "x": RawTooLong, " \n\t": RawNotOne, "": RawNotOne, "SELECT '\x00'": RawUnreadable, "SELECT '\xff'": RawUnreadable,
	} {
		err := CheckRaw(text)
		if e, ok := errors.AsType[*RawError](err); ok != (want != "") || ok && e.Code != want {
			t.Errorf("%.20q gives %v", text, err)
		}
	}
}

func TestRawMeter(t *testing.T) {
	var m RawMeter
	for range MaxRawRows {
		if err := m.Row(nil); err != nil {
			t.Fatal(err)
		}
	}
	if e, ok := errors.AsType[*RawError](m.Row(nil)); !ok || e.Code != RawRowsMany {
		t.Error("a row too many passes")
	}
	m = RawMeter{}
	half := strings.Repeat("x", MaxRawBytes/2)
	if err := m.Row([]*string{nil, &half}); err != nil {
		t.Fatal(err)
	}
	if e, ok := errors.AsType[*RawError](m.Row([]*string{&half})); !ok || e.Code != RawBytesMany {
		t.Error("a byte too many passes")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if RawOf(ended, errors.New("x")).Code != RawCancelled || RawOf(context.Background(), errors.New("x")).Code != RawFailed || RawOf(ended, &RawError{Code: RawValue}).Code != RawValue {
		t.Error("errors are sorted wrongly")
	}
}
