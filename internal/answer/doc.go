// Package answer carries a question to its outcome: an Answer or a Refusal, never text that a model wrote.
//
// An Engine holds a view of a bundle and the opened sources. Ask resolves, renders, vets, executes and encodes; it
// refuses where the source's tables or zone rules are not what the bundle says. What comes back is an outcome, or an
// error: *question.Malformed (not a question) or *Failure (something broke). It serves nobody: admission, identity and
// audit are internal/serve's.
package answer
