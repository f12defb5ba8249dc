// Package rows writes the rows of an answer as text that programs and people take along: JSON, CSV, TSV and Markdown.
//
// The same table gives the same bytes. No cell is rounded, cut or dropped: a number keeps its digits, a text its
// characters, and null can be told from every text (in CSV of one column alone it cannot). CSV and TSV hold data and nothing is done to
// it but what the format asks for: a text that a spreadsheet would take for a formula stays that text. Markdown is for
// reading, and nothing in it becomes markup. The package decides nothing about what is in a table, and asks no one.
package rows

// Table is rows under columns. A cell is nil, bool, int, int64, a finite float64 or string; exact decimals are strings.
type Table struct {
	Columns []Column
	Rows    [][]any // each as long as Columns
}

// Column heads a column. Numeric ones are aligned to the right where the format aligns, whatever their cells are made of.
type Column struct {
	Name    string
	Numeric bool
}

// Format is a way of writing a table.
type Format string

// The closed set of formats.
const (
	FormatJSON     Format = "json"
	FormatCSV      Format = "csv"
	FormatTSV      Format = "tsv"
	FormatMarkdown Format = "markdown"
)

// Formats lists every format, the default first.
func Formats() []Format { return []Format{FormatJSON, FormatCSV, FormatTSV, FormatMarkdown} }

// MediaType is what a format is called on the internet (RFC 8259, RFC 4180, IANA, RFC 7763); empty for one that is none.
func (f Format) MediaType() string {
	switch f {
	case FormatJSON:
		return "application/json"
	case FormatCSV:
		return "text/csv"
	case FormatTSV:
		return "text/tab-separated-values"
	case FormatMarkdown:
		return "text/markdown"
	}
	return ""
}

// Write writes a table; nothing in a format that is none.
func (f Format) Write(t Table) string {
	switch f {
	case FormatJSON:
		return JSON(t)
	case FormatCSV:
		return CSV(t)
	case FormatTSV:
		return TSV(t)
	case FormatMarkdown:
		return Markdown(t)
	}
	return ""
}
