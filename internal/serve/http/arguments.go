package http

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	web "net/http"
	"net/url"
	"os"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/serve"
)

// arguments are those of a request, as the service takes them. turned says that the request was answered instead.
func (x *exchange) arguments(where *route) (arguments []byte, turned bool) {
	if where.method == web.MethodGet {
		return x.query(where)
	}
	if x.r.URL.RawQuery != "" {
		x.deny(web.StatusBadRequest, problem{Kind: "malformed", Error: "this takes no query parameters; everything is in the body", Accepted: "a body of JSON, and no query parameters"})
		return nil, true
	}
	kind, parameters, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	charset := parameters["charset"]
	if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") || x.r.Header.Get("Content-Encoding") != "" {
		x.w.Header().Set("Accept-Post", "application/json")
		x.deny(web.StatusUnsupportedMediaType, problem{Kind: "media_type", Error: "the body is JSON: send it with `Content-Type: application/json`, uncompressed"})
		return nil, true
	}
	body, err := io.ReadAll(web.MaxBytesReader(x.w, x.r.Body, serve.MaxArguments))
	if _, long := errors.AsType[*web.MaxBytesError](err); long {
		x.deny(web.StatusRequestEntityTooLarge, problem{Kind: "too_large", Error: "a body has at most 1 MiB"})
		return nil, true
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		x.w.Header().Set("Connection", "close")
		x.deny(web.StatusRequestTimeout, problem{Kind: "slow", Error: "the body took too long to arrive; send it again"})
		return nil, true
	case err != nil:
		x.deny(web.StatusBadRequest, problem{Kind: "malformed", Error: "the body ends early; send it again", Accepted: "a whole body"})
		return nil, true
	}
	return body, false
}

// query is the query parameters as a JSON object: what a field takes of a list comes repeated, or apart by commas. What
// the capability has no field for stays in it, so that the service says what there is.
func (x *exchange) query(where *route) (arguments []byte, turned bool) {
	values, err := url.ParseQuery(x.r.URL.RawQuery)
	if err != nil {
		x.deny(web.StatusBadRequest, problem{Kind: "malformed", Error: "the query parameters cannot be read; encode them as in a=b&c=d", Accepted: "query parameters such as a=b&c=d"})
		return nil, true
	}
	object := map[string]any{}
	for name, all := range values {
		switch {
		case takesList(where.capability, name):
			list := strings.Split(strings.Join(all, ","), ",")
			for i := range list {
				list[i] = strings.TrimSpace(list[i])
			}
			object[name] = list
		case len(all) == 1:
			object[name] = all[0]
		default:
			object[name] = all // more than the field takes
		}
	}
	arguments, err = json.Marshal(object)
	if err != nil { // text and lists of text encode
		panic(err)
	}
	return arguments, false
}

func takesList(capability, name string) bool {
	c := capabilityOf(serve.Capabilities(), capability)
	for _, f := range c.Input {
		if f.Name == name {
			return f.Kind == question.Texts
		}
	}
	return false
}
