package expr

import (
	"fmt"

	"sutura.dev/internal/diag"
)

// Misuse says why an operation does not take its arguments. It is written for the author of the expression.
type Misuse struct {
	Code diag.Code
	// Arg is the index of the argument at fault, or -1 for the operation as a whole.
	Arg     int
	Message string
	Hint    string
}

// Error is the message, for logs.
func (m *Misuse) Error() string { return m.Message }

func misuse(code diag.Code, arg int, hint, format string, a ...any) *Misuse {
	return &Misuse{Code: code, Arg: arg, Hint: hint, Message: fmt.Sprintf(format, a...)}
}
