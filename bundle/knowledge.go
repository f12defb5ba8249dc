package bundle

import "sutura.dev/bundle/question"

// Entry of the glossary: a term and what it means.
type Entry struct {
	Term      Term   `json:"term"`
	Synonyms  []Term `json:"synonyms,omitempty"`
	Metric    string `json:"metric,omitempty"`
	Dimension string `json:"dimension,omitempty"`
	Value     string `json:"value,omitempty"`
}

// NotDefined records words that have no meaning here, and why.
type NotDefined struct {
	Phrase string `json:"phrase"`
	Why    string `json:"why"`
}

// Caveat is a sentence about metrics.
type Caveat struct {
	Text    string   `json:"text"`
	Metrics []string `json:"metrics"`
}

// Query is a saved question.
type Query struct {
	Name        string            `json:"name"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Question    question.Question `json:"question"`
	Parameters  []Parameter       `json:"parameters,omitempty"`
}

// Parameter of a saved question fills the range or a filter.
type Parameter struct {
	Name      string `json:"name"`
	Fills     string `json:"fills"`
	Dimension string `json:"dimension,omitempty"`
	Default   string `json:"default,omitempty"`
	Required  bool   `json:"required,omitempty"`
	// Description is prose.
	Description string `json:"description,omitempty"`
}

// Example is a phrase and the question that it means.
type Example struct {
	Phrase   string            `json:"phrase"`
	Locale   string            `json:"locale,omitempty"`
	Question question.Question `json:"question"`
}

// Place of the gazetteer. Radius is in kilometres.
type Place struct {
	Name   string   `json:"name"`
	Names  []string `json:"names,omitempty"`
	Lat    float64  `json:"lat"`
	Lon    float64  `json:"lon"`
	Radius float64  `json:"radius,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Within string   `json:"within,omitempty"`
}
