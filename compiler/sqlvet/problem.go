package sqlvet

import "sutura.dev/internal/diag"

// Problem is what is wrong with a text, and where: bytes [Start, End) of it.
type Problem struct {
	Code       diag.Code
	Message    string
	Hint       string
	Start, End int
}

// Error is the message.
func (p *Problem) Error() string { return p.Message }

func problem(code diag.Code, start, end int, message, hint string) *Problem {
	return &Problem{Code: code, Message: message, Hint: hint, Start: start, End: end}
}
