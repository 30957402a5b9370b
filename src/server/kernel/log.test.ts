/**
 * Text that a client sends cannot become a separate line of the log, or a control sequence for the terminal that shows
 * it.
 */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { errorFacts } from './log.ts'

const EVIL = 'a\n{"level":50,"msg":"FORGED"}\r\nERROR: FORGED\u001b[2J\u001b]0;FORGED\u0007\u2028FORGED\u0085FORGED'
const LOG = new URL('./log.ts', import.meta.url).href

/** The output of a process that logs a request for this path, and an error that quotes what was sent. */
const written = (terminal: boolean) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { errorFacts, makeLog } from ${JSON.stringify(LOG)}
      const evil = ${JSON.stringify(EVIL)}
      const log = makeLog('debug', ${terminal})
      log.debug({ method: 'GET', path: '/' + evil, status: 404 }, 'request')
      log.error(errorFacts(new Error(evil)), 'a call failed')`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

test('66: in a file each entry is one line of JSON, which contains hostile text as data', () => {
  const lines = written(false).trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  const [request, error] = lines.map((line) => JSON.parse(line) as { msg: string; path?: string; message?: string })
  expect(request).toMatchObject({ msg: 'request', path: `/${EVIL}` })
  expect(error).toMatchObject({ msg: 'a call failed', message: EVIL })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
  for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f]/)
})

test('66: on a terminal hostile text cannot begin a line, and none of its control sequences is printed', () => {
  const text = written(true)
  expect(text).toContain('FORGED')
  for (const line of text.split(/[\n\r]/)) expect(line.trimStart()).not.toMatch(/^(FORGED|ERROR: FORGED|\{"level")/)
  expect(text).not.toContain('\u001b[2J')
  expect(text).not.toContain('\u001b]0;')
  expect(text).not.toContain('\u0007')
})

test('66: the values that a database error quotes are not logged', () => {
  const error = Object.assign(new Error('duplicate key (email)=(sam@example.org)'), {
    severity: 'ERROR',
    code: '23505',
  })
  expect(JSON.stringify(errorFacts(error))).not.toContain('sam@example.org')
})
