/** What the pages take from the framework, as its compiler leaves it in the browser: of two forms, the browser's. */
type Client<Args extends unknown[], Result> = { client(work: (...args: Args) => Result): (...args: Args) => Result }

export const createIsomorphicFn = () => ({
  server: <Args extends unknown[], Result>(_work: (...args: Args) => Result): Client<Args, Result> => ({
    client: (work) => work,
  }),
})

/** There is no request in the browser. */
export const getGlobalStartContext = () => undefined
