/** A moment as responses show it: ISO 8601, UTC, milliseconds. */
export type Timestamp = string
