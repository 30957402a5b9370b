/** What the parts of the program report to the traces. */

/** Kinds, names of procedures, numbers and texts of the program. Never anything of a member. */
export type Facts = Record<string, string | number>

export interface Span {
  note(facts: Facts): void
  /** Ends it. With an error, only the kind of the error is noted, because its message may quote a member. */
  end(error?: unknown): void
}

export interface Root {
  name: string
  facts?: Facts
  kind: 'request' | 'job'
  /** a traceparent header of a proxy that we trust */
  parent?: string | undefined
}

export interface Traces {
  /** Runs `work` as a request or a job. Everything that it causes until the span ends is a part of it. */
  run<Result>(root: Root, work: (span: Span) => Result): Result
  /** Begins a part of what is running. Returns null if nothing is: what the program does by itself is not traced. */
  begin(name: string, facts?: Facts): Span | null
  /** Runs `work` as a part of what is running; without that, only runs it. */
  within<Result>(name: string, work: (span: Span | null) => Promise<Result>): Promise<Result>
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}
