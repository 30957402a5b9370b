/** A small wrong edit of the product, as data: which promise it breaks, and which tests are expected to fail. */
export interface Mutant {
  /** unique: small letters, digits and dashes */
  name: string
  /** below src/ or db/, from the root of the clone */
  file: string
  /** occurs in the file exactly once */
  from: string
  to: string
  /** what a member or an operator gets from the correct product */
  promise: string
  tests: {
    /** test files that vitest runs, from the root of the repository */
    rooms?: readonly string[]
    /**
     * Titles of tests of the web layer: journeys in a browser and tests of components. A title is the names of its groups and
     * its own name, e.g. "votes.test.tsx a vote that could not be counted is rolled back".
     */
    web?: RegExp
  }
}

/** The result of a mutant. Broken: it could not be judged, because something other than a test failed. */
export type Outcome = 'caught' | 'missed' | 'broken'
