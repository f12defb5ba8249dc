package sqlvet

import (
	"fmt"

	"sutura.dev/internal/diag"
)

// Problem is what is wrong with a text, and where: bytes [Start, End) of it.
type Problem struct {
	Code       diag.Code
	Message    string
	Hint       string
	Start, End int
}

// Error is the message and its place, for logs and tests.
func (p *Problem) Error() string { return fmt.Sprintf("%d-%d: %s", p.Start, p.End, p.Message) }

func problem(code diag.Code, start, end int, message, hint string) *Problem {
	return &Problem{Code: code, Message: message, Hint: hint, Start: start, End: end}
}
