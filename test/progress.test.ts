/** What somebody at a terminal hears while he waits for the first start. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const file = new URL('../scripts/progress.mjs', import.meta.url).href

/** What the terminal shows, with work of these lines. */
const shown = (work: string) =>
  execFileSync(process.execPath, [
    ...['--input-type=module', '-e'],
    `import { telling } from ${JSON.stringify(file)}
     await telling('Digging', 'a minute on a fast line', async () => { ${work} }, 20).catch((error) => console.log(error.message))`,
  ]).toString()

test('what takes long says what it is, how long it usually takes, and again and again that it goes on', () => {
  const untilSaidTwice = `let times = 0
    const say = console.log
    await new Promise((done) => { console.log = (words) => { say(words); if (++times === 2) done() } })
    console.log = say`
  const lines = shown(untilSaidTwice).trim().split('\n')
  expect(lines[0]).toBe('Digging: a minute on a fast line …')
  expect(lines).toHaveLength(3)
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}Digging: \d+ s so far …$/)
})

test('it ends with its work, also where that fails', () => {
  expect(shown("throw new Error('No shovel')")).toBe('Digging: a minute on a fast line …\nNo shovel\n')
})
