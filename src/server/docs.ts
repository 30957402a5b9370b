/** Serves /api/v1/openapi.json and a page that shows it to people. */
import type { AnyContractProcedure } from '@orpc/contract'
import { contract } from '#contract/index.ts'
import type { Meta } from '#contract/kernel.ts'
import { SCOPES } from '#contract/scope-words.ts'
import { escapeHtml } from './kernel/text/text.ts'

interface Operation {
  summary?: string
  operationId?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[]
  requestBody?: { content?: Record<string, { schema?: object }> }
  responses?: Record<string, { description?: string }>
  /** the scope that an access token needs; `session`: no token may call it */
  'x-scope'?: string
}
interface Spec {
  info: { title: string }
  /** every scope, with the words that the member reads when he grants it */
  'x-scopes'?: Record<string, string>
  paths?: Record<string, Record<string, Operation>>
}

export async function openApi(brand: string): Promise<Spec> {
  // loaded on demand: 30 MB that an instance needs only if its documentation is read
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ])
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const spec = (await generator.generate(contract, {
    info: {
      title: `${brand} API`,
      version: '1',
      description: 'Call it from a page of the same site with the session cookie. Lists are paged by `after`.',
    },
    servers: [{ url: '/api/v1' }],
  })) as Spec
  spec['x-scopes'] = SCOPES
  for (const procedure of Object.values(contract).flatMap((room) => Object.values<AnyContractProcedure>(room))) {
    const { route, meta } = procedure['~orpc']
    const operation = spec.paths?.[route.path!]?.[route.method!.toLowerCase()]
    if (operation) operation['x-scope'] = (meta as Meta).scope
  }
  for (const [path, operation] of Object.entries(UPLOADS)) {
    spec.paths ??= {}
    spec.paths[path] = { ...spec.paths[path], put: operation }
  }
  return spec
}

/** The endpoints for uploads: the only calls that are not in the contract. */
const upload = (operationId: string, summary: string, parameters: Operation['parameters']): Operation => ({
  operationId,
  'x-scope': 'session',
  summary: `${summary}: the body is the JPEG, PNG or WebP itself, the answer { url }`,
  tags: ['media'],
  parameters,
  requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
  responses: { 200: { description: 'OK' } },
})
const UPLOADS: Record<string, Operation> = {
  '/me/images/avatar': upload('storeAvatar', 'Your avatar, at most 5 MB', []),
  '/groups/{group_id}/images/{kind}': upload(
    'storeGroupImage',
    "A network's avatar (5 MB) or banner (10 MB), by its admins",
    ['group_id', 'kind'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ),
}

export function docsPage(spec: Spec): string {
  const rows = Object.entries(spec.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const rooms = Map.groupBy(rows, ({ operation }) => operation.tags?.[0] ?? 'more')
  const sections = [...rooms].map(
    ([room, calls]) => `<section><h2>${escapeHtml(room)}</h2>${calls.map(section).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(spec.info.title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(spec.info.title)}</h1>
<p>Every call below is JSON. Send the session cookie from a page of this site; writing also needs its <code>Origin</code>.
Faults are <code>{ code, message, data }</code> with a 4xx or 5xx status. The same for programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${sections.join('')}</main></body></html>`
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = (operation.parameters ?? []).map(
    (one) => `<li><code>${escapeHtml(one.name)}</code> in ${one.in}${one.required ? '' : ', optional'}</li>`,
  )
  const body = operation.requestBody?.content?.['application/json']?.schema
  const answers = Object.keys(operation.responses ?? {}).join(', ')
  return `<article id="${operation.operationId}"><h3><code><b>${method.toUpperCase()}</b> /api/v1${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary ?? '')}</p>${parameters.length ? `<ul>${parameters.join('')}</ul>` : ''}
${body ? `<pre tabindex="0" aria-label="Body of ${operation.operationId}">${escapeHtml(JSON.stringify(body, null, 2))}</pre>` : ''}<p>Scope: <code>${operation['x-scope'] ?? 'session'}</code>. Answers: ${answers}</p></article>`
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:17px/1.55 system-ui,sans-serif;background:light-dark(#F8F6F0,#201C18);color:light-dark(#211C16,#E9E0D2)}main{max-width:760px;margin:0 auto;padding:24px 16px}a{color:light-dark(#1B5546,#95CBB4)}h2{margin-top:40px;text-transform:capitalize}article{border-top:1px solid light-dark(#D5CEBF,#3A332B);padding:8px 0}h3{font-size:1rem;overflow-wrap:anywhere}pre{overflow:auto;padding:12px;background:light-dark(#E3DDD0,#141110);font-size:14px}'
