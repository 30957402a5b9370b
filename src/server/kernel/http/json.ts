/** Settings of the RPC library: how some kinds of data are read from JSON and written to it. */

/** No procedure takes a regular expression. One that is sent stays a string and is never compiled. */
export const REJECT_REGEXP = {
  type: 5, // the library's number for regular expressions
  condition: () => false,
  serialize: (pattern: unknown) => pattern,
  deserialize: (words: unknown) => words,
}

/**
 * Responses are plain data and dates, so JSON.stringify is enough. The library would first copy all of it to look for files,
 * sets and the like.
 */
export const PLAIN_JSON = {
  condition: (data: unknown) =>
    Array.isArray(data) ||
    (typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype),
  serialize: (data: unknown) => new Ready(data),
}
class Ready {
  readonly data: unknown
  constructor(data: unknown) {
    this.data = data
  }
  toJSON(): unknown {
    return this.data
  }
}
