/**
 * The part of the framework that the pages use, as its compiler leaves it in the browser: `client` instead of `server`.
 */
type Client<Args extends unknown[], Result> = { client(work: (...args: Args) => Result): (...args: Args) => Result }

export const createIsomorphicFn = () => ({
  server: <Args extends unknown[], Result>(_work: (...args: Args) => Result): Client<Args, Result> => ({
    client: (work) => work,
  }),
})

/** A browser has no request context. */
export const getGlobalStartContext = () => undefined
