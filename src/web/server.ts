/** The entry for rendering pages: the Node process passes page requests to `fetch`. */
import { getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, StartServer } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { errorPage, hasRenderError } from './kernel/error-page.ts'
import { makeFragmentCache, makeFragments } from './kernel/fragments.ts'
import { inlineStyles } from './kernel/inlined-styles.ts'
import { type Drawn, type PageContext, page } from './kernel/page.ts'
import sheet from './styles/index.css?inline'

export type { PageContext }

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}

/**
 * Renders the page in one piece. A page waits for its data anyway, which arrives within milliseconds, and streaming costs
 * a third more. The HTML bypasses the framework, which would only copy it (docs/performance.md).
 */
const draw = createStartHandler(async ({ router, responseHeaders }) => {
  try {
    const html = renderToString(createElement(StartServer, { router }))
    const { drawn } = page()!
    drawn!.html = await transformHtmlStringWithRouter(router, html)
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
})

const fragments = makeFragmentCache()

async function fetch(request: Request, context: PageContext): Promise<Response> {
  try {
    const { pathname, search } = new URL(request.url)
    const shownTo = [pathname, search, context.viewer !== null]
    const drawn: Drawn = { html: '', data: '', fragments: makeFragments(fragments, shownTo, context.nonce) }
    const response = await draw(request, { context: { ...context, drawn } })
    const failed = response.status === 500 && !drawn.html
    if (failed || hasRenderError(drawn.html)) return errorPage(context.brand)
    if (context.shared && response.status === 200) drawn.html = inlineStyles(drawn.html, sheet)
    const body = drawn.html ? drawn.fragments.assemble(drawn.html) : null
    return new Response(body, { status: response.status, headers: response.headers })
  } catch (error) {
    if (request.signal.aborted) throw error
    console.error(error)
    return errorPage(context.brand)
  }
}

/** `cachedFragments`: how many there are, for tests. */
export default { fetch, cachedFragments: () => fragments.size }
