package cli

import (
	"os"
	"path/filepath"

	"sutura.dev/internal/render"
)

// reportFormats are the formats of check that are made for the services of a CI.
func reportFormats() []string { return []string{"github", "sarif", "junit", "gitlab"} }

// summaryVariable names the file that GitHub Actions shows as a step's summary.
const summaryVariable = "GITHUB_STEP_SUMMARY"

// printReport prints what a check found for a CI service, and writes the summary of a step of GitHub Actions where there is
// one.
func (a *app) printReport(format string, r render.Report) error {
	switch format {
	case "sarif":
		return a.out.SARIF(r)
	case "junit":
		return a.out.JUnit(r)
	case "gitlab":
		return a.out.GitLab(r)
	}
	a.out.GitHub(r)
	path := a.getenv(summaryVariable)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return unwritable(path, err)
	}
	_, err = f.Write(render.GitHubSummary(r))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return unwritable(path, err)
	}
	return nil
}

// inRepository shows a catalog's files by their paths from the root of the repository that holds it, as CI services
// want them; outside a repository, from the working directory.
func inRepository(root string, files render.Files) render.Files {
	base := repository(root)
	if base == "" {
		return files
	}
	absolute, err := filepath.Abs(root)
	if err != nil {
		return files
	}
	files.Show = func(file string) string {
		rel, err := filepath.Rel(base, filepath.Join(absolute, filepath.FromSlash(file)))
		if err != nil {
			return file
		}
		return filepath.ToSlash(rel)
	}
	return files
}

// repository is the nearest folder, from dir upwards, that git keeps; empty where there is none.
func repository(dir string) string {
	at, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		parent := filepath.Dir(at)
		if parent == at {
			return ""
		}
		at = parent
	}
}
