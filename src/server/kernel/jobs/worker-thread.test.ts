import { expect, test } from 'vitest'
import { makeThread } from './worker-thread.ts'

const ECHO = new URL('../../../../test/fixtures/echo.ts', import.meta.url)

test('a question is refused with "try again" when the queue is full; waiting questions are answered', async () => {
  const ask = makeThread<string, string>(ECHO, { queue: 2, idle: 1000 })
  const waiting = [ask('one'), ask('two')]
  await expect(ask('three')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await Promise.all(waiting)).toEqual(['one', 'two'])
  expect(await ask('three')).toBe('three')
})

test('if the thread crashes, the waiting questions are refused, and the next one starts a new thread', async () => {
  const ask = makeThread<string, string>(ECHO, { queue: 5, idle: 1000 })
  await expect(ask('break')).rejects.toThrow('broken')
  expect(await ask('again')).toBe('again')
})

test('an idle thread ends, and the next question starts it again', async () => {
  const ask = makeThread<string, string>(ECHO, { queue: 5, idle: 1 })
  expect(await ask('one')).toBe('one')
  await new Promise((go) => setTimeout(go, 20))
  expect(await ask('two')).toBe('two')
})
