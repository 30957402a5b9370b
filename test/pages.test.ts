/** The pages as search engines and other programs get them: valid HTML, one URL each, schema.org's types, the right status. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { afterAll, describe, expect, test } from 'vitest'
import { asLine } from '#contract/words.ts'
import { makeBrowser } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const isBuilt = Boolean(process.env.PAGES_DIR)
const { url, baseUrl } = await world.serve({ pages: isBuilt ? 'built' : 'stub' })
const visitor = makeBrowser(url)
const root = fileURLToPath(new URL('..', import.meta.url))

const HOSTILE = '</title></script><script>alert(1)</script> <!-- ]]> "q" & \'\u202E\u0001 <b>'
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const cat = await world.category('Sleep & Noise')
const secret = await world.privateNetwork({ members: [ana] })
await world.db.updateTable('profiles').set({ bio: HOSTILE }).where('id', '=', ana.id).execute()

const text = await world.post({
  by: ana,
  title: HOSTILE,
  content: `${HOSTILE}\n\n- one\n- **two**\n\n> quoted`,
  category: cat,
})
const question = await world.post({ by: ana, title: 'How long does it last?', type: 'question', category: cat })
const unanswered = await world.post({ by: ben, title: 'Anybody?', type: 'question', category: cat })
const poll = await world.as(ben).posts.createPost({
  type: 'poll',
  title: 'Night or day?',
  content: 'Which shift?',
  category_id: cat.id,
  poll_options: ['Night', 'Day <b>'],
})
const hidden = await world.postIn(secret, { by: ana, title: 'Whispered' })
for (const on of [text, question]) await world.comment({ by: ben, on, content: `Same here ${HOSTILE}` })
const busy = await world.post({ by: ben, title: 'Busy', category: cat })
for (let n = 0; n < 22; n++) await world.comment({ by: ana, on: busy, content: `Answer ${n}` })
for (let n = 0; n < 21; n++) await world.post({ by: ben, title: `More ${n}`, content: 'x' })

const CATEGORY = `/category/${encodeURIComponent(cat.slug)}`
const MISSING = '/post/00000000-0000-4000-8000-000000000000'
const PAGES = {
  'the front page': '/',
  'the help lines': '/help-lines',
  'the feed': '/categories',
  'a category': CATEGORY,
  'a text': `/post/${text.id}`,
  'an answered question': `/post/${question.id}`,
  'a question without an answer': `/post/${unanswered.id}`,
  'a poll': `/post/${poll.id}`,
  'a profile': `/user/${ana.username}`,
} as const
const GONE = {
  'a page that is not there': '/no/such/page',
  'a post that is not there': MISSING,
  'a hidden post': `/post/${hidden.id}`,
  'a category that is not there': '/category/no-such-place',
  'a member who is not there': '/user/nobody.here',
} as const

interface Head {
  title: string
  meta: Map<string, string>
  canonical: string[]
  feeds: string[]
  data: Record<string, unknown>[]
}

const plain = (html: string) =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
const attribute = (tag: string, name: string) => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

function headOf(html: string): Head {
  const tags = (name: string) => html.match(new RegExp(`<${name}\\s[^>]*>`, 'g')) ?? []
  const links = tags('link')
  const rel = (kind: string) =>
    links.filter((tag) => attribute(tag, 'rel') === kind).map((tag) => attribute(tag, 'href'))
  return {
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta: new Map(
      tags('meta').map((tag) => [attribute(tag, 'name') || attribute(tag, 'property'), attribute(tag, 'content')]),
    ),
    canonical: rel('canonical'),
    feeds: rel('alternate'),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    ),
  }
}

const open = async (path: string) => {
  const answer = await visitor.get(path)
  return { ...answer, head: headOf(answer.text) }
}

describe.runIf(isBuilt)('pages', () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      extends: ['html-validate:standard'],
      // the framework chooses among several valid forms
      rules: { 'void-style': 'off', 'attribute-boolean-style': 'off', 'doctype-style': 'off' },
    }),
  )
  for (const [what, path] of [...Object.entries(PAGES), ...Object.entries(GONE)])
    test(`${what} is valid HTML`, async () => {
      const report = await validator.validateString((await visitor.get(path)).text)
      const wrong = report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
      )
      expect(wrong).toEqual([])
    })

  test('no page leaves a timer running that would keep all of it in memory', async () => {
    const clocks = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = clocks()
    // a search is rendered for each request; the visitors' pages are rendered once
    for (let turn = 0; turn < 40; turn++) await visitor.get('/categories?q=sleep')
    for (const path of Object.values(PAGES)) await visitor.get(path)
    expect(clocks() - before).toBeLessThan(20)
  })

  test('the validator reports invalid HTML', async () => {
    const report = await validator.validateString(
      '<!doctype html><html lang="en"><head><title>x</title></head><p><div></div></p>',
    )
    expect(report.valid).toBe(false)
  })

  test('a page from the visitors’ cache contains its style sheet, every other page links to it', async () => {
    const sheetsOf = async (path: string, headers?: Record<string, string>) => {
      const { text, status } = await visitor.get(path, headers)
      expect(status).toBe(200)
      return {
        // before the first paint: styles that only the lower end of a page uses are linked there
        files: text.slice(0, text.indexOf('</head>')).match(/<link rel="stylesheet" href="([^"]*)"/g) ?? [],
        below: [...text.slice(text.indexOf('</head>')).matchAll(/^(.*?)<link rel="stylesheet"/gs)].map(([, above]) =>
          above!.includes('</h1>'),
        ),
        ahead: [...text.matchAll(/<link rel="preload" as="style" href="([^"]*)"/g)].map(([, href]) => href!),
        all: [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href!),
        inside: [...text.matchAll(/<style data-sheet>(.*?)<\/style>/gs)].map(([, sheet]) => sheet),
      }
    }
    const known = await sheetsOf('/categories', { authorization: 'none' })
    expect(known).toMatchObject({ files: [expect.any(String)], below: [], inside: [] })
    const file = await (await fetch(url + /href="([^"]*)"/.exec(known.files[0]!)![1])).text()
    for (const path of Object.values(PAGES)) {
      const { files, below, inside, ahead, all } = await sheetsOf(path)
      expect(
        ahead.filter((sheet) => !all.includes(sheet)),
        path,
      ).toEqual([])
      expect([files, inside.length], path).toEqual([[], 1])
      expect(below.every(Boolean), path).toBe(true)
      // not compared literally: the two builds may write the same colour in two ways
      expect(inside[0]!.length / file.length, path).toBeCloseTo(1, 1)
      const fonts = inside[0]!.match(/url\([^)]*\.woff2\)/g)
      expect(fonts).toEqual(file.match(/url\([^)]*\.woff2\)/g))
      expect(fonts).toHaveLength(2)
    }
  })

  for (const [what, path] of Object.entries(PAGES))
    test(`${what} has one canonical URL, a description, a picture and a feed`, async () => {
      const { status, head } = await open(path)
      expect(status).toBe(200)
      expect(head.canonical).toEqual([baseUrl + path])
      expect(head.meta.get('og:url')).toBe(baseUrl + path)
      expect(head.title).not.toBe('')
      expect(head.meta.get('og:title')).toBe(head.title)
      expect(head.meta.get('description')?.length).toBeGreaterThan(5)
      expect(head.meta.get('robots')).toBeUndefined()
      expect(Object.fromEntries(head.meta)).toMatchObject({
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:type': 'image/png',
        'og:image:alt': expect.stringMatching(/\S/),
        'twitter:card': 'summary_large_image',
        'twitter:image': head.meta.get('og:image'),
      })
      const picture = await fetch(url + head.meta.get('og:image')!.slice(baseUrl.length))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(picture.headers.get('cache-control')).toBe('public, max-age=300')
      expect(head.feeds).toContain('/feed.xml')
      for (const feed of head.feeds) expect((await visitor.get(feed)).status).toBe(200)
    })

  for (const [what, path] of Object.entries(GONE))
    test(`${what} is a 404 that contains no URL and nothing else`, async () => {
      const { status, head, text } = await open(path)
      expect(status).toBe(404)
      expect((await visitor.send('HEAD', path)).status).toBe(404)
      expect(head.canonical).toEqual([])
      expect(head.data).toEqual([])
      expect(text).not.toContain('Whispered')
    })

  test('a later page of a list and a filter have no canonical URL of their own, but can be crawled', async () => {
    const pages = [
      ['/categories', /\?after=[\w-]+/],
      [`/post/${busy.id}`, /\?after=[\w-]+/],
      [CATEGORY, /\?type=question/],
    ] as const
    for (const [path, more] of pages) {
      const link = more.exec((await visitor.get(path)).text)?.[0]
      const { status, head } = await open(path + link)
      expect([path, status, head.meta.get('robots'), head.canonical]).toEqual([path, 200, 'noindex', []])
    }
  })

  test('other forms of a URL name the canonical one', async () => {
    for (const [path, one] of [
      ['/feed', '/categories'],
      [`/post/${text.id.toUpperCase()}`, `/post/${text.id}`],
      [`/user/${ana.username.toUpperCase()}`, `/user/${ana.username}`],
      [CATEGORY.toUpperCase().replace('/CATEGORY', '/category'), CATEGORY],
    ] as const) {
      const { status, head } = await open(path)
      expect([path, status, head.canonical]).toEqual([path, 200, [baseUrl + one]])
    }
  })

  test('nothing private is revealed: a network’s post is in no head, list or data', async () => {
    for (const path of [...Object.values(PAGES), '/feed.xml', `${CATEGORY}/feed.xml`])
      expect((await visitor.get(path)).text).not.toContain('Whispered')
  })

  describe('in the words of schema.org', () => {
    const dataOf = async (path: string) => (await open(path)).head.data
    const typesOf = (data: Record<string, unknown>[]) => data.map((one) => one['@type'])

    test('a text and a poll are discussions with their comments', async () => {
      const [post, crumbs] = await dataOf(PAGES['a text'])
      expect(post).toMatchObject({
        '@type': 'DiscussionForumPosting',
        headline: asLine(HOSTILE),
        url: `${baseUrl}/post/${text.id}`,
        datePublished: text.created_at.toISOString(),
        author: { '@type': 'Person', name: 'Ana', url: `${baseUrl}/user/${ana.username}` },
        comment: [{ '@type': 'Comment', author: { name: 'Ben' }, text: expect.stringContaining('Same here') }],
      })
      expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
      expect(typesOf(await dataOf(PAGES['a poll']))).toContain('DiscussionForumPosting')
    })

    test('an answered question is a QAPage, one without an answer a discussion', async () => {
      const [page] = await dataOf(PAGES['an answered question'])
      expect(page).toMatchObject({
        '@type': 'QAPage',
        mainEntity: {
          '@type': 'Question',
          name: question.title,
          answerCount: 1,
          suggestedAnswer: [{ '@type': 'Answer' }],
        },
      })
      expect(typesOf(await dataOf(PAGES['a question without an answer']))).toContain('DiscussionForumPosting')
    })

    test('a category has its breadcrumbs, a profile its member, the front page its name', async () => {
      expect((await dataOf(PAGES['a category']))[0]).toMatchObject({
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Feed' },
          { position: 2, name: 'Sleep & Noise' },
        ],
      })
      expect((await dataOf(PAGES['a profile']))[0]).toMatchObject({
        '@type': 'ProfilePage',
        mainEntity: { '@type': 'Person', name: 'Ana', description: HOSTILE },
      })
      expect((await dataOf('/'))[0]).toMatchObject({ '@type': 'WebSite', name: 'Fatherkin' })
    })

    /**
     * The errors of the type-checker for these data against the vocabulary, which `schema-dts` generates from schema.org's own
     * files.
     */
    const folder = mkdtempSync(join(tmpdir(), 'fk-schema-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    async function mistakesIn(data: Record<string, unknown>[]): Promise<string> {
      const lines = data.map(
        (one, n) => `export const data${n}: WithContext<Schema.${one['@type']}> = ${JSON.stringify(one, null, 1)}`,
      )
      const imports = `import type * as Schema from 'schema-dts'\nimport type { WithContext } from 'schema-dts'\n`
      writeFileSync(join(folder, 'data.ts'), imports + lines.join('\n'))
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            noEmit: true,
            skipLibCheck: true,
            module: 'esnext',
            moduleResolution: 'bundler',
            types: [],
          },
          files: ['data.ts'],
        }),
      )
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      return promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      )
    }

    test('every type and property is one that schema.org knows', async () => {
      const all = (await Promise.all(Object.values(PAGES).map(dataOf))).flat()
      expect(new Set(typesOf(all))).toEqual(
        new Set(['WebSite', 'BreadcrumbList', 'DiscussionForumPosting', 'QAPage', 'ProfilePage']),
      )
      expect(await mistakesIn(all)).toBe('')
      const [post] = await dataOf(PAGES['a text'])
      expect(await mistakesIn([{ ...post, headlin: 'x' }])).toContain('headlin')
      expect(await mistakesIn([{ ...post, author: 7 }])).toContain('author')
    })
  })

  test('no title or text of a member is markup in a head, and none breaks out of its data', async () => {
    for (const path of Object.values(PAGES)) {
      const { text } = await visitor.get(path)
      expect(text).not.toContain('<script>alert')
      const [head = ''] = text.split('</head>')
      expect(head).not.toContain('\u0001')
    }
  })

  test('a member’s own pages contain no data for search engines', async () => {
    const PASSWORD = 'the quick brown kettle'
    const sam = await world.member({ name: 'sam', password: PASSWORD })
    const browser = makeBrowser(url)
    expect((await browser.call('/sign-in/email', { email: sam.email, password: PASSWORD })).status).toBe(200)
    expect(headOf((await browser.get(`/post/${text.id}`)).text).data).toEqual([])
  })
})
