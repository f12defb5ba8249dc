package render

import (
	"encoding/xml"
	"fmt"
	"slices"
)

// JUnit prints findings as the XML that CI services read test results from: a case for each finding, failed where it
// fails the check, and a passed one for each file without any.
func (p *Printer) JUnit(r Report) error {
	suite := junitSuite{Name: "sutura check"}
	var troubled []string
	for _, d := range worst(r.Findings.Shown) {
		troubled = append(troubled, d.Range.File)
		s := r.spotOf(d.Range)
		c := junitCase{Class: Escape(s.path), Name: string(d.Code), File: Escape(s.path), Line: s.line}
		if d.Path != "" {
			c.Name += " " + Escape(d.Path)
		}
		text := fmt.Sprintf("%s: %s[%s]: %s", Escape(s.String()), d.Severity, d.Code, Escape(d.Message))
		if d.Hint != "" {
			text += "\nhint: " + Escape(d.Hint)
		}
		if r.failed(d) {
			suite.Failures++
			c.Failure = &junitFailure{Type: string(d.Code), Message: Escape(d.Message), Text: text}
		} else {
			c.Output = text
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, file := range r.Read {
		if !slices.Contains(troubled, file) {
			path := Escape(r.Files.Show(file))
			suite.Cases = append(suite.Cases, junitCase{Class: path, Name: "check", File: path})
		}
	}
	suite.Tests = len(suite.Cases)
	out, err := xml.MarshalIndent(junitSuites{Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}}, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the findings as XML: %w", err)
	}
	p.Raw([]byte(xml.Header))
	p.Raw(append(out, '\n'))
	return nil
}

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)
