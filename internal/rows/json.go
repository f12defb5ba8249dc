package rows

import (
	"bytes"
	"encoding/json"
)

// JSON writes a list of objects, each on its line, their members in the order of the columns; [] where there are no rows.
// Exact decimals are strings, as they are in an answer, so that no reader rounds them.
func JSON(t Table) string {
	if len(t.Rows) == 0 {
		return "[]"
	}
	var b bytes.Buffer
	names := make([][]byte, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = encoded(c.Name)
	}
	for n, row := range t.Rows {
		b.WriteString(map[bool]string{true: "[{", false: ",\n{"}[n == 0])
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(names[i])
			b.WriteByte(':')
			if f, ok := cell.(float64); ok {
				b.WriteString(Number(f))
			} else {
				b.Write(encoded(cell))
			}
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	return b.String()
}

// encoded is a name or a cell, with nothing escaped that JSON does not want escaped.
func encoded(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // names and cells encode
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
