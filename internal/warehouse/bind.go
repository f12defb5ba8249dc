package warehouse

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"sutura.dev/compiler/dialect"
)

// CheckBinds reports the first bind whose Go value is none that a dialect.Bind may have, or that a source would refuse or
// change: a number that is not finite, text with a NUL character.
func CheckBinds(binds []dialect.Bind) error {
	for i, b := range binds {
		if err := checkBind(b); err != nil {
			return fmt.Errorf("bind $%d: %w", i+1, err)
		}
	}
	return nil
}

func checkBind(b dialect.Bind) error {
	switch v := b.Value.(type) {
	case nil:
		return nil
	case []string:
		if b.List {
			return noNUL(v...)
		}
	case string:
		if !b.List {
			return noNUL(v)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("a number that is not finite")
		}
		if !b.List {
			return nil
		}
	case bool, int64:
		if !b.List {
			return nil
		}
	}
	return fmt.Errorf("a %T, list: %t", b.Value, b.List)
}

func noNUL(texts ...string) error {
	for _, t := range texts {
		if strings.ContainsRune(t, 0) {
			return errors.New("a NUL character")
		}
	}
	return nil
}
