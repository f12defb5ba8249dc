package expr

import "fmt"

// Kind is the family of a value's type.
type Kind string

// The closed set of kinds. An integer is exact and unbounded up to 38 digits once computed; a decimal is exact with a
// scale; a float is a binary64; a timestamp is local and zoneless; a timestamptz is an instant.
const (
	String      Kind = "string"
	Integer     Kind = "integer"
	Decimal     Kind = "decimal"
	Float       Kind = "float"
	Boolean     Kind = "boolean"
	Date        Kind = "date"
	Timestamp   Kind = "timestamp"
	TimestampTZ Kind = "timestamptz"
	// Null is the type of a bare NULL before its neighbours give it one. It never leaves the type checker.
	Null Kind = "null"
)

// MaxPrecision is the number of digits an exact number may have.
const MaxPrecision = 38

// Type is a value's static type. Precision and Scale belong to decimals only.
type Type struct {
	Kind      Kind `json:"kind"`
	Precision int  `json:"precision,omitempty"`
	Scale     int  `json:"scale,omitempty"`
}

// Numeric reports whether arithmetic applies.
func (t Type) Numeric() bool { return t.Kind == Integer || t.Kind == Decimal || t.Kind == Float }

// Exact reports whether values are exact numbers.
func (t Type) Exact() bool { return t.Kind == Integer || t.Kind == Decimal }

// Temporal reports whether values are points in time.
func (t Type) Temporal() bool { return t.Kind == Date || t.Kind == Timestamp || t.Kind == TimestampTZ }

// String is the authored spelling: decimal(12,2), string.
func (t Type) String() string {
	if t.Kind == Decimal && t.Precision > 0 {
		return fmt.Sprintf("decimal(%d,%d)", t.Precision, t.Scale)
	}
	return string(t.Kind)
}
