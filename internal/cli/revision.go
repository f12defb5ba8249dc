package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"sutura.dev/internal/render"
)

// maxRevisionBytes bounds what is read of one revision: a catalog, its fixtures and its goldens.
const maxRevisionBytes = 512 << 20

// git runs git in a folder. It writes nothing, asks nobody, and fetches nothing.
type git struct {
	dir     string
	prefix  string // of dir in the repository
	environ []string
}

// newGit finds git, and the repository that holds dir.
func (a *app) newGit(ctx context.Context, dir string) (git, error) {
	g := git{dir: dir, environ: append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0")}
	if _, err := exec.LookPath("git"); err != nil {
		return g, failed("git is not on the path, and a revision is read with it", "Install git, or name a folder or a bundle instead.")
	}
	prefix, err := g.run(ctx, nil, "rev-parse", "--show-prefix")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && bytes.Contains(exit.Stderr, []byte("safe.directory")):
		return g, failed("git does not trust the repository, since another user owns it", "`git config --global --add safe.directory DIR` tells it to.")
	case err != nil:
		return g, failed(render.Escape(dir)+" is in no git repository, and nothing else there has that name",
			"Name a folder with a catalog, a bundle, or, inside a repository, a revision.")
	}
	g.prefix = strings.TrimSuffix(string(prefix), "\n")
	return g, nil
}

func (g git) run(ctx context.Context, in io.Reader, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", g.dir}, args...)...)
	cmd.Env, cmd.Stdin = g.environ, in
	return cmd.Output()
}

// commit resolves a revision. REF... is where the work tree's branch left REF, as `git diff` has it.
func (g git) commit(ctx context.Context, ref string) (string, error) {
	unknown := failed("there is no git revision "+render.Escape(ref)+", nor a folder or file of that name",
		"Check the name; a shallow clone lacks other branches: `git fetch origin BRANCH`, and in CI ask for the whole history.")
	if base, ok := strings.CutSuffix(ref, "..."); ok && base != "" {
		tip, err := g.commit(ctx, base)
		if err != nil {
			return "", err
		}
		out, err := g.run(ctx, nil, "merge-base", tip, "HEAD")
		if err != nil {
			return "", failed("the branch shares no history with "+render.Escape(base), "A shallow clone has too little of it; in CI ask for the whole history.")
		}
		return strings.TrimSpace(string(out)), nil
	}
	out, err := g.run(ctx, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", unknown
	}
	return strings.TrimSpace(string(out)), nil
}

// blob is a regular file of a revision.
type blob struct{ path, id string }

// files reads what sutura may need of a revision, by slash-separated paths below the git's folder. Links are left out.
func (g git) files(ctx context.Context, ref string) (map[string][]byte, error) {
	commit, err := g.commit(ctx, ref)
	if err != nil {
		return nil, err
	}
	listed, err := g.run(ctx, nil, "ls-tree", "-r", "-z", "-l", commit, "--", "catalog", "cue.mod", "fixtures", "goldens", "values", lockFile)
	if err != nil {
		return nil, failed("git cannot list the files of "+render.Escape(ref), "`git fsck` looks for what is missing.")
	}
	blobs, err := regularFiles(string(listed))
	if err != nil {
		return nil, err
	}
	return g.read(ctx, ref, blobs)
}

// regularFiles reads the output of ls-tree -l -z: mode, type, id and size, a tab, and the path.
func regularFiles(listed string) ([]blob, error) {
	var out []blob
	total := int64(0)
	for entry := range strings.SplitSeq(strings.TrimSuffix(listed, "\x00"), "\x00") {
		facts, path, ok := strings.Cut(entry, "\t")
		f := strings.Fields(facts)
		if !ok || len(f) != 4 || !strings.HasPrefix(f[0], "100") {
			continue
		}
		size, err := strconv.ParseInt(f[3], 10, 64)
		if total += size; err != nil || total > maxRevisionBytes {
			return nil, failed("the revision's catalog is larger than sutura reads", "Keep data out of catalog/, fixtures/ and goldens/.")
		}
		out = append(out, blob{path, f[2]})
	}
	return out, nil
}

// read reads objects in one go.
func (g git) read(ctx context.Context, ref string, blobs []blob) (map[string][]byte, error) {
	out := make(map[string][]byte, len(blobs))
	if len(blobs) == 0 {
		return out, nil
	}
	var ids strings.Builder
	for _, b := range blobs {
		ids.WriteString(b.id + "\n")
	}
	missing := failed("git lacks files of "+render.Escape(ref), "A partial clone has not fetched them; `git fsck` looks for what is missing.")
	data, err := g.run(ctx, strings.NewReader(ids.String()), "cat-file", "--batch")
	if err != nil {
		return nil, missing
	}
	in := bufio.NewReader(bytes.NewReader(data))
	for _, b := range blobs {
		var id, kind string
		var size int
		if _, err := fmt.Fscanf(in, "%s %s %d\n", &id, &kind, &size); err != nil || kind != "blob" {
			return nil, missing
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(in, text); err != nil {
			return nil, missing
		}
		if _, err := in.Discard(1); err != nil {
			return nil, missing
		}
		out[b.path] = text
	}
	return out, nil
}
