/** The members of the bench: they sign up, and share two pods, in which they chat. */
import { randomUUID } from 'node:crypto'
import { type Answer, type Door, makeDoor } from './door.ts'

const PASSWORD = 'the quick brown kettle'

export interface Room {
  room: 'pod'
  id: string
}

export interface Member {
  name: string
  email: string
  door: Door
}

export interface Community {
  members: Member[]
  rooms: Room[]
  category: string
  /** everybody comments on these and votes on them */
  posts: string[]
}

export async function makeCommunity(doors: [string, string], origin: string, size: number): Promise<Community> {
  const members: Member[] = []
  for (let n = 0; n < size; n++) {
    const email = `dad${n}@example.org`
    const member = { name: `dad${n}.writes`, email, door: makeDoor(doors, origin, n) }
    await ok(member.door.send('POST', '/api/auth/sign-up/email', { email, username: member.name, password: PASSWORD }))
    await ok(member.door.send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD }))
    members.push(member)
  }
  const { door } = members[0]!
  const categories = (await ok(door.send('GET', '/api/v1/categories'))) as unknown as { id: string }[]
  const category = categories[0]!.id
  const rooms: Room[] = []
  for (const name of ['The Primaries', 'The Standbys']) {
    const pod = await ok(door.send('POST', '/api/v1/pods', { id: randomUUID(), name, capacity: 12 }))
    rooms.push({ room: 'pod', id: String(pod.id) })
  }
  for (const member of members.slice(1))
    for (const { room, id } of rooms) await ok(member.door.send('PUT', `/api/v1/${room}s/${id}/membership`))
  const posts = [0, 1].map(() => randomUUID())
  for (const id of posts)
    await ok(
      door.send('POST', '/api/v1/posts', { id, type: 'text', title: 'Hello', content: id, category_id: category }),
    )
  return { members, rooms, category, posts }
}

async function ok(asked: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, json } = await asked
  if (status >= 300) throw new Error(`the community could not be made: ${status} ${JSON.stringify(json)}`)
  return json
}
