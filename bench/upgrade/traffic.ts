/** What members do, by the API: they read, write, vote and talk. Each request counts as answered or failed. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Filled } from '../bulk/bulk.ts'
import { type Ask, type Client, openClient } from '../clients.ts'

export interface Figures {
  name: string
  answered: number
  /** "503 PUT /api/v1/…" → how often */
  failed: Map<string, number>
  /** ms */
  slowest: number
}

interface Traffic {
  figures: Figures[]
  /** Sends requests until `time` ends, and counts them under this name. */
  during(name: string, time: Promise<unknown>): Promise<void>
}

const CLIENTS = 8

interface Member {
  cookie: string
  pod: string
  slug: string
}

export async function makeTraffic(url: string, { logins, password }: Filled, pool: pg.Pool): Promise<Traffic> {
  const members: Member[] = []
  for (const { email } of logins) {
    if (members.length === CLIENTS) break
    const { rows } = await pool.query<{ pod: string; slug: string }>(
      `select p.id as pod, p.slug from pod_members m join pods p on p.id = m.pod_id join "user" u on u.id = m.user_id
       where u.email = $1 limit 1`,
      [email],
    )
    if (rows[0]) members.push({ cookie: await signIn(url, email, password), ...rows[0] })
  }
  if (members.length < CLIENTS) throw new Error(`Only ${members.length} members are in a pod`)
  const ids = async (text: string) => (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id)
  const posts = await ids('select id from posts where group_id is null order by created_at desc limit 500')
  const categories = await ids('select id from categories')
  const figures: Figures[] = []
  return {
    figures,
    async during(name, time) {
      const here: Figures = { name, answered: 0, failed: new Map(), slowest: 0 }
      figures.push(here)
      let isOver = false
      void time.finally(() => {
        isOver = true
      })
      const one = async (member: Member, place: number) => {
        // the server closes connections that were idle for some seconds
        let client = await openClient(url)
        for (let turn = place * 100; !isOver; turn++) {
          if (await ask(client, request(turn, member, posts, categories), here)) continue
          client.close()
          client = await openClient(url)
        }
        client.close()
      }
      await Promise.all(members.map(one))
    },
  }
}

/** Returns false if the connection cannot be used any more. */
async function ask(client: Client, what: Ask, here: Figures): Promise<boolean> {
  const answer = await client
    .ask(what)
    .catch((error: Error) => ({ status: 0, ms: 0, body: Buffer.from(error.message) }))
  here.slowest = Math.max(here.slowest, Math.round(answer.ms))
  if (answer.status >= 200 && answer.status < 300) {
    here.answered++
    return true
  }
  const path = what.path.replace(/[0-9a-f-]{36}/g, '…')
  const key = `${answer.status} ${what.method ?? 'GET'} ${path} ${answer.body.toString().slice(0, 160)}`
  here.failed.set(key, (here.failed.get(key) ?? 0) + 1)
  return answer.status !== 0
}

const DIRECTIONS = ['up', 'down', 'none']

function request(turn: number, { cookie, pod, slug }: Member, posts: string[], categories: string[]): Ask {
  const post = posts[(turn * 7) % posts.length]!
  const id = randomUUID()
  const asks: Ask[] = [
    { path: '/api/v1/feed' },
    { path: `/api/v1/posts/${post}` },
    { path: `/api/v1/posts/${post}/comments`, method: 'POST', body: { id, content: `The kettle is on, ${turn}` } },
    { path: `/api/v1/posts/${post}/vote`, method: 'PUT', body: { direction: DIRECTIONS[turn % 3] } },
    { path: `/api/v1/posts/${post}/comments` },
    {
      path: '/api/v1/posts',
      method: 'POST',
      body: {
        id,
        title: `Kettles ${turn}`,
        content: 'Which one?',
        type: 'text',
        category_id: categories[turn % categories.length],
      },
    },
    { path: `/api/v1/chat/pod/${pod}/messages`, method: 'POST', body: { id, content: `Good morning ${turn}` } },
    { path: `/api/v1/chat/pod/${pod}/messages` },
    { path: `/api/v1/pods/${slug}` },
    { path: '/api/v1/search?q=kettle' },
    { path: '/api/v1/pods' },
    { path: '/api/v1/events' },
  ]
  return { cookie, ...asks[turn % asks.length]! }
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
