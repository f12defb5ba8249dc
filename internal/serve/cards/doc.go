// Package cards writes what a caller sees of a catalog before asking: cards of metrics, and all objects by their ids.
//
// Describe lists the metrics page by page, or finds some by words, or says all about up to eight: what they mean, by which
// dimensions, values and grains they are asked, and what can be asked of them together. The cards are drawn from a view
// and from plan.Space, which questions are held to: who keeps to them is not refused for a combination. A metric outside
// the view is not named, counted or hinted at; asked for, it is the same bytes as one that does not exist. No answer is
// over 32 KiB but for one metric of hundreds of dimensions. What is cut ends in three dots or is counted. A Registry has what
// the model door shows of the same view, by the ids that searching gives.
//
// Prose of the catalog is passed on as it is written: quoting it is the transport's.
package cards
