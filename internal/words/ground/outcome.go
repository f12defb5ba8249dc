package ground

// Outcome is what became of some words.
type Outcome string

// The closed set of outcomes. None is an error.
const (
	OK           Outcome = "OK"
	Ask          Outcome = "AWAITING_CLARIFICATION" // the words mean one of the options
	Ungroundable Outcome = "UNGROUNDABLE"           // nothing was read, or nothing that means anything
)

// MaxLength bounds the words, in characters.
const MaxLength = 256

// Part is where in the words something was read, in characters, half-open.
type Part struct {
	From int `json:"from" jsonschema:"the first character that was read, from 0"`
	To   int `json:"to" jsonschema:"the character after the last"`
}

// NothingRead says that no words of the kind were found, in Why: others say what is wrong with those that were.
const NothingRead = "nothing of this kind was read in the words"

// Sentences about words that ground nothing. They hold nothing of the words.
const (
	isNegated    = "the words say what is not meant; say what is"
	tooLong      = "the words are longer than 256 characters; say less"
	notAnOutcome = ""
)
