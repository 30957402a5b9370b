/** The output at a terminal during the first start. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const file = new URL('../scripts/progress.mjs', import.meta.url).href

/** The terminal's text, for work with these lines. */
const shown = (work: string) =>
  execFileSync(process.execPath, [
    ...['--input-type=module', '-e'],
    `import { telling } from ${JSON.stringify(file)}
     await telling('Digging', 'a minute on a fast line', async () => { ${work} }, 20).catch((error) => console.log(error.message))`,
  ]).toString()

test('long work prints its name and its usual duration, and regularly that it is still running', () => {
  const untilSaidTwice = `let times = 0
    const say = console.log
    await new Promise((done) => { console.log = (words) => { say(words); if (++times === 2) done() } })
    console.log = say`
  const lines = shown(untilSaidTwice).trim().split('\n')
  expect(lines[0]).toBe('Digging: a minute on a fast line …')
  expect(lines).toHaveLength(3)
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}Digging: \d+ s so far …$/)
})

test('the output ends with its work, also if that fails', () => {
  expect(shown("throw new Error('No shovel')")).toBe('Digging: a minute on a fast line …\nNo shovel\n')
})
