package render

import (
	"net/url"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// SARIF prints findings in the Static Analysis Results Interchange Format 2.1.0 (OASIS). Columns are UTF-16 units,
// paths are relative to the repository's root.
func (p *Printer) SARIF(r Report) error {
	rules, index := sarifRules(r.Findings.Shown)
	results := []sarifResult{}
	marks := fingerprints(r.Findings.Shown)
	for i, d := range r.Findings.Shown {
		result := sarifResult{
			RuleID: d.Code, RuleIndex: index[d.Code], Level: d.Severity.String(), Message: sarifMessage(sentences(d)),
			Locations:    []sarifLocation{r.sarifLocation(d.Range)},
			Fingerprints: map[string]string{"suturaFinding/v1": marks[i]},
		}
		for _, related := range d.Related {
			l := r.sarifLocation(related.Range)
			message := sarifMessage(Escape(related.Message))
			l.Message = &message
			result.Related = append(result.Related, l)
		}
		results = append(results, result)
	}
	return p.JSON(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:    sarifTool{sarifDriver{Name: "sutura", Version: r.Version, Rules: rules}},
			Bases:   map[string]sarifBase{sarifRoot: {sarifMessage("The repository's root.")}},
			Columns: "utf16CodeUnits", Results: results,
		}},
	})
}

const sarifRoot = "ROOT"

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool            `json:"tool"`
		Bases   map[string]sarifBase `json:"originalUriBaseIds"`
		Columns string               `json:"columnKind"`
		Results []sarifResult        `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    diag.Code `json:"id"`
		Short sarifText `json:"shortDescription"`
		Full  sarifText `json:"fullDescription"`
		Help  sarifText `json:"help"`
	}
	sarifBase struct {
		Description sarifText `json:"description"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       diag.Code         `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
)

// sarifRules describes the codes that occur, in order.
func sarifRules(list diag.List) ([]sarifRule, map[diag.Code]int) {
	rules, index := []sarifRule{}, map[diag.Code]int{}
	var codes []diag.Code
	for _, d := range list {
		codes = append(codes, d.Code)
	}
	slices.Sort(codes)
	for i, code := range slices.Compact(codes) {
		rule := sarifRule{ID: code, Short: sarifText{string(code)}, Full: sarifText{string(code)}, Help: sarifText{string(code)}}
		if info, ok := diag.Lookup(code); ok {
			rule.Short, rule.Full, rule.Help = sarifText{info.Title}, sarifText{info.Meaning}, sarifText{info.Meaning + " " + info.Remedy}
		}
		rules = append(rules, rule)
		index[code] = i
	}
	return rules, index
}

func (r Report) sarifLocation(at diag.Range) sarifLocation {
	s := r.spotOf(at)
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{URI: (&url.URL{Path: s.path}).String(), Base: sarifRoot}}}
	if s.line > 0 {
		l.Physical.Region = &sarifRegion{s.line, s.utf16Column, s.endLine, s.utf16EndColumn}
	}
	return l
}

// sarifMessage is plain text: a link, which viewers would follow, cannot begin in it.
func sarifMessage(s string) sarifText { return sarifText{strings.ReplaceAll(s, "](", "] (")} }
