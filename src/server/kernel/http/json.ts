/** What the library that carries our calls is told of JSON: how some kinds of data are read and written. */

/** Nothing of ours takes a pattern: it arrives as the words that it is, and is never compiled. */
export const NO_PATTERN = {
  type: 5, // the library's number for it
  condition: () => false,
  serialize: (pattern: unknown) => pattern,
  deserialize: (words: unknown) => words,
}

/**
 * What we answer is plain data and dates: JSON's own way of writing it is the library's, which would copy it all first,
 * looking for files, sets and the like.
 */
export const AS_IT_IS = {
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
