package serve

import (
	"context"
	"reflect"
	"slices"

	"sutura.dev/bundle/question"
)

// Door is a group of capabilities that a deployment switches on together.
type Door string

// The closed set of doors.
const (
	DoorMetrics   Door = "metrics"
	DoorQuery     Door = "query"
	DoorModel     Door = "model"
	DoorLexicon   Door = "lexicon"
	DoorGrounding Door = "grounding"
	DoorSQL       Door = "sql"
)

// Doors lists every door, in the order of the documentation.
func Doors() []Door {
	return []Door{DoorMetrics, DoorQuery, DoorModel, DoorLexicon, DoorGrounding, DoorSQL}
}

// Capability is one row of the table: everything that a transport decides about it comes from here.
type Capability struct {
	Name    string
	Aliases []string // other names that it answers to; not listed
	Doors   []Door   // it is on where one of them is
	Scope   Scope
	// Title and Description are shown to agents; the description says when to use it and what comes back.
	Title       string
	Description string
	// Input is the table of its arguments' fields: the strict decoder reads by it, and schemas are generated from it.
	Input []question.Field
	// Outputs are the wire types that a Reply's Value may have, each a struct. A schema merges them: what only some have
	// is optional.
	Outputs []reflect.Type

	decode func(arguments []byte) (any, error)
	run    func(context.Context, *call, any) (any, error)
	// Writes says that a deployment may let it write a file; all others only read.
	Writes bool

	// costs says that a run counts as a question of the caller's budget.
	costs bool
	// dress puts an outcome into the form of one of Outputs; nil where the outcome is one.
	dress func(*call, any) any
}

// Capabilities is the table, in the order in which lists show it.
func Capabilities() []Capability {
	return []Capability{
		describeCapability(), searchCapability(), resolveCapability(), askCapability(), compileCapability(), queryCapability(),
		listObjectsCapability(), getObjectCapability(), getModelCapability(), listQueriesCapability(), resolveAreaCapability(),
		matchCapability(), groundTimeCapability(), groundMoneyCapability(), groundGeoCapability(),
		rawCapability(), proposeCapability(),
	}
}

// capability completes a row with its typed decoder and its work.
func capability[In any](row Capability, decode func([]byte) (In, error), run func(context.Context, *call, In) (any, error)) Capability {
	row.decode = func(arguments []byte) (any, error) { return decode(arguments) }
	row.run = func(ctx context.Context, c *call, in any) (any, error) { return run(ctx, c, in.(In)) }
	return row
}

// output is the wire type T.
func output[T any]() reflect.Type { return reflect.TypeFor[T]() }

// answersTo reports whether name is one of the capability's.
func (c *Capability) answersTo(name string) bool {
	return c.Name == name || slices.Contains(c.Aliases, name)
}

// in reports whether the capability is behind one of the doors.
func (c *Capability) in(doors []Door) bool {
	return slices.ContainsFunc(c.Doors, func(d Door) bool { return slices.Contains(doors, d) })
}

// on reports whether one of the capability's doors is open.
func (c *Capability) on(open []string) bool {
	return slices.ContainsFunc(c.Doors, func(d Door) bool { return slices.Contains(open, string(d)) })
}
