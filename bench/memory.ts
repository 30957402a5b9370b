/** The memory of a Node process, at rest and under load. Only on Linux. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { load } from './clients.ts'
import type { Community } from './community.ts'
import { busyPosts } from './reading.ts'
import { median, type Row } from './table.ts'

/** In megabytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

/** The smallest of several readings: V8 collects the garbage of the start at a moment of its choice. */
export async function settledMemory(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let reading = 0; reading < 6; reading++) {
    least = Math.min(least, memoryOf(pid))
    await pause(500)
  }
  return least
}

/** The memory of the program when a part has ended. */
export async function afterFigures(part: string, { pid }: Community): Promise<Row[]> {
  const value = await settledMemory(pid)
  return [{ figure: `Node process, after ${part}`, value, limit: 400, unit: 'MB RSS' }]
}

/** With the start of the program a part takes at most ten minutes. */
const MINUTES = 8

/** Minutes of all kinds of load together: the last two minutes must not need more memory than the second and third. */
export async function soakFigures(community: Community): Promise<Row[]> {
  const { url, cookies, pid } = community
  const posts = await busyPosts(community, 500)
  let turn = 0
  const next = (client: number) => {
    const id = posts[turn++ % posts.length]
    const cookie = turn % 3 ? cookies[client % cookies.length] : undefined
    const paths = ['/api/v1/feed', `/api/v1/posts/${id}`, '/categories', `/api/v1/posts/${id}/comments`, `/post/${id}`]
    if (turn % 10 !== 9) return { path: paths[turn % 5]!, cookie }
    const body = { direction: turn % 20 === 9 ? 'up' : 'down' }
    return { path: `/api/v1/posts/${id}/vote`, method: 'PUT', cookie: cookies[client % cookies.length], body }
  }
  const readings: number[][] = Array.from({ length: MINUTES }, () => [])
  const from = Date.now()
  const reading = setInterval(() => {
    readings[Math.min(MINUTES - 1, Math.floor((Date.now() - from) / 60_000))]!.push(memoryOf(pid))
  }, 5000)
  const { failed } = await load({ url, clients: 20, seconds: MINUTES * 60, next })
  clearInterval(reading)
  const growth = median(readings.slice(-2).flat()) / median(readings.slice(1, 3).flat())
  return [
    {
      figure: `soak of ${MINUTES} minutes: memory at the end, ratio to the beginning`,
      value: growth,
      limit: 1.1,
      unit: '×',
    },
    { figure: `soak of ${MINUTES} minutes: requests that failed`, value: failed, limit: 0, unit: '' },
  ]
}
