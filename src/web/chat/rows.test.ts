import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { clockWords, dayWords, rowsOf } from './rows.ts'

let count = 0
const said = (by: string | null, time: string): Message => ({
  id: `${++count}`,
  seq: count,
  user: by === null ? null : { id: by, username: by, display_name: null, avatar_url: null, location: null },
  content: 'Hello',
  round_id: null,
  note: null,
  created_at: new Date(`2026-11-${time}Z`),
})
const laidOut = (messages: Message[], newAfter: number | null = null) =>
  rowsOf(messages, 'me', newAfter, false).map((row) =>
    row.row === 'message' ? `${row.message.user?.id ?? 'nobody'}${row.isFirst ? '!' : ''}` : row.row,
  )

test('consecutive messages of one author within five minutes name him once; a new day names him again', () => {
  const all = [
    said('dan', '19T05:52:00'),
    said('dan', '19T05:56:59'),
    said('dan', '19T06:02:00'),
    said('me', '19T06:03:00'),
    said('dan', '19T23:59:00'),
    said('dan', '20T00:01:00'),
    said(null, '20T00:02:00'),
    said(null, '20T00:02:30'),
  ]
  expect(laidOut(all)).toEqual(['day', 'dan!', 'dan', 'dan!', 'me!', 'dan!', 'day', 'dan!', 'nobody!', 'nobody'])
})

test('the mark is before the first unread message of another member', () => {
  const all = [
    said('dan', '19T06:00:00'),
    said('me', '19T06:01:00'),
    said('dan', '19T06:02:00'),
    said('dan', '19T06:02:10'),
  ]
  const [first, second, third] = all.map(({ seq }) => seq)
  expect(laidOut(all, first!)).toEqual(['day', 'dan!', 'me!', 'new', 'dan!', 'dan'])
  expect(laidOut(all, third!)).toEqual(['day', 'dan!', 'me!', 'dan!', 'new', 'dan!'])
  expect(laidOut(all.slice(0, 2), first!)).toEqual(['day', 'dan!', 'me!'])
  expect(laidOut(all, second! - 2)).toEqual(['day', 'new', 'dan!', 'me!', 'dan!', 'dan'])
})

test('a line about the rounds stands alone, and is not unread for the man who is named in it', () => {
  const line = (by: string, time: string): Message => {
    const { user, ...message } = said(by, time)
    return { ...message, user: null, note: { kind: 'rhythm-changed', by: user } }
  }
  const all = [said(null, '19T06:00:00'), line('me', '19T06:01:00'), line('dan', '19T06:01:10')]
  expect(laidOut(all, all[0]!.seq)).toEqual(['day', 'nobody!', 'nobody!', 'new', 'nobody!'])
})

test('days are written in words, times as hour:minute', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const words = (day: string) => dayWords(new Date(`${day}T23:30:00Z`), now, false)
  expect(['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-15', '2026-11-14', '2025-12-31'].map(words)).toEqual([
    'Today',
    'Yesterday',
    'Thursday',
    'Sunday',
    '14 November',
    '31 December 2025',
  ])
  expect(clockWords(new Date('2026-11-21T05:07:59Z'), false)).toBe('05:07')
})
