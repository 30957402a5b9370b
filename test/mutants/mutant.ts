/** A small wrong edit of the product, as data: what it breaks for whom, and which tests are expected to fail with it. */
export interface Mutant {
  /** unique: small letters, digits and dashes */
  name: string
  /** below src/ or db/, from the root of the clone */
  file: string
  /** stands in the file exactly once */
  from: string
  to: string
  /** what a member or an operator gets as long as the product is as it should be */
  promise: string
  tests: {
    /** test files that vitest runs, from the root of the clone */
    rooms?: readonly string[]
    /**
     * Titles of tests of the web floor, wherever they live: journeys in a browser and tests of components. A title is what
     * stands around it and its own words, e.g. "trouble.spec.ts a vote that could not be counted goes back".
     */
    web?: RegExp
  }
}

/** What became of a mutant. Broken: it could not be judged, because something other than a test failed. */
export type Outcome = 'caught' | 'missed' | 'broken'
