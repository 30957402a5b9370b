/** The endpoints of /api/v1/openapi.json and of the page that shows it to people. */
import type { Hono } from 'hono'
import type { Answer, Question } from './docs-thread.ts'
import { type StoredAnswer, sendStored, storedAnswer } from './kernel/http/http.ts'
import { makeThread } from './kernel/jobs/jobs.ts'

/** The page has no script and takes nothing from another site. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
/** In ms: the thread answers once, and ends soon after it. */
const IDLE_MS = 1000

export function mountDocs(app: Hono, brand: string): void {
  const ask = makeThread<Question, Answer>(new URL('./docs-thread.ts', import.meta.url), { queue: 1, idle: IDLE_MS })
  let made: Promise<{ json: StoredAnswer; page: StoredAnswer }> | null = null
  const documents = () => {
    made ??= ask(brand).then(({ json, page }) => ({ json: storedAnswer(json), page: storedAnswer(page) }))
    // a failure is not kept
    made.catch(() => {
      made = null
    })
    return made
  }

  app.get('/api/v1/openapi.json', async (context) =>
    sendStored(context, (await documents()).json, 'application/json; charset=utf-8'),
  )
  app.get('/api/v1/docs', async (context) => {
    context.header('Content-Security-Policy', PAGE_POLICY)
    return sendStored(context, (await documents()).page, 'text/html; charset=utf-8')
  })
}
