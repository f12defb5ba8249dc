package dialect

import "slices"

// Feature is something that the law asks of a dialect and that a dialect may not have. Its text is what a person reads.
type Feature string

// The features that some dialect lacks.
const (
	Percentiles         Feature = "median and percentile"
	ManyParts           Feature = "statements of so many parts"
	DiscretePercentiles Feature = "percentile with discrete"
	ExactDivision       Feature = "exact division"
	DecimalArithmetic   Feature = "arithmetic of decimals with many digits after the point"
	DecimalText         Feature = "a decimal as text"
	FloatDecimals       Feature = "a float as a decimal"
	TextNumbers         Feature = "text read as a number"
	TextDates           Feature = "text read as a date"
	OtherZones          Feature = "a local time of a zone of its own"
	Zones               Feature = "an instant in a zone"
	AnyInstant          Feature = "an instant of any time in a zone" // in an expression, where no range bounds it
)

// Lack is a feature that a dialect has not, and why.
type Lack struct {
	Feature Feature
	// Why says what of the feature is missing and what stands in the way, in one sentence.
	Why string
}

// Unsupported is the error of Render where a dialect lacks what the question needs: the answer could be no right number.
type Unsupported struct {
	Dialect string // for people: MariaDB
	Lack
}

func (u *Unsupported) Error() string {
	return u.Dialect + " lacks " + string(u.Feature) + ": " + u.Why
}

// cannot leaves the statement unwritten: the dialect lacks a feature. Render and the probes return it as an error.
func cannot(s spec, f Feature) string {
	for _, l := range s.lacks() {
		if l.Feature == f {
			panic(&Unsupported{Dialect: s.title(), Lack: l})
		}
	}
	panic("dialect: " + s.name() + " does not declare that it lacks " + string(f))
}

// lacking reports whether a dialect declares that it lacks a feature.
func lacking(s spec, f Feature) bool {
	return slices.ContainsFunc(s.lacks(), func(l Lack) bool { return l.Feature == f })
}

// unwritten catches what cannot leaves.
func unwritten(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Unsupported:
		*err = p
	default:
		panic(p)
	}
}
