import { expect, test } from 'vitest'
import { bodyOf } from './body.ts'
import { parseBody } from './markdown.ts'
import { makeThread } from './thread.ts'

test('a long text becomes the same as a short one would', async () => {
  const text = `${'- *one*\n- two\n\n> three\n\n'.repeat(400)}end`
  expect(text.length).toBeGreaterThan(4000)
  expect(await bodyOf(text)).toEqual(parseBody(text))
})

test('while the worst texts are parsed the process goes on', async () => {
  let turns = 0
  let done = false
  const parsed = Promise.all(Array.from({ length: 4 }, () => bodyOf('- - - a\n'.repeat(5000)))).finally(() => {
    done = true
  })
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  turn()
  await parsed
  // in this process there would have been one turn for each of them
  expect(turns).toBeGreaterThan(100)
})

test('who comes when the queue is full is asked to come back; who waits is answered', async () => {
  const ask = makeThread<string, unknown>(new URL('./body-thread.ts', import.meta.url), { queue: 2, idle: 1000 })
  const waiting = [ask('one'), ask('two')]
  await expect(ask('three')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await Promise.all(waiting)).toEqual([parseBody('one'), parseBody('two')])
  expect(await ask('three')).toEqual(parseBody('three'))
})

test('a thread that breaks refuses what waits, and the next question has a new one', async () => {
  const ask = makeThread<unknown, unknown>(new URL('./body-thread.ts', import.meta.url), { queue: 5, idle: 1000 })
  await expect(ask(null)).rejects.toThrow()
  expect(await ask('again')).toEqual(parseBody('again'))
})

test('a thread that nobody asks ends, and begins again', async () => {
  const ask = makeThread<string, unknown>(new URL('./body-thread.ts', import.meta.url), { queue: 5, idle: 1 })
  expect(await ask('one')).toEqual(parseBody('one'))
  await new Promise((go) => setTimeout(go, 20))
  expect(await ask('two')).toEqual(parseBody('two'))
})
