/**
 * Two processes behind HAProxy, under load: each is stopped and started in turn, then killed. Counts the requests that fail.
 *
 *     node bench/processes/run.ts --rounds 5 --kills 3
 *
 * It needs built pages (`npm run build`, or PAGES_DIR) and Debian's package haproxy.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Load, startLoad, type Tally } from './load.ts'
import { type Stack, startStack } from './stack.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, kills: { type: 'string', default: '3' } },
})
const folder = mkdtempSync(join(tmpdir(), 'fk-processes-'))
const stack = await startStack(folder)
try {
  const load = await startLoad(stack.url)
  await inTurn('stopped and started', Number(values.rounds), stack.restart, load)
  await inTurn('killed and started', Number(values.kills), stack.kill, load)
  const { messages } = await load.stop()
  console.log(
    `messages ${messages.sent}, missing ${messages.missing}, twice ${messages.twice}; the listener reconnected ${messages.reconnections} times`,
  )
  const mails = mailsOf(stack)
  console.log(
    `mails ${mails.length}, sent by ${new Set(mails.map(({ place }) => place)).size} processes, twice ${twice(mails)}`,
  )
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function inTurn(what: string, rounds: number, act: Stack['restart'], load: Load): Promise<void> {
  for (let round = 0; round < rounds; round++) for (const place of [0, 1]) await act(place)
  report(`each process was ${what} ${rounds} times`, load.take())
}

function report(what: string, { requests, failed, stale }: Tally): void {
  console.log(`${what}: requests ${requests}, failed ${failed.length}, stale reads ${stale}`)
  for (const [kind, all] of Map.groupBy(failed, (one) => one)) console.log(`  ${all.length} × ${kind}`)
}

function mailsOf({ outboxes }: Stack) {
  return outboxes.flatMap((outbox, place) =>
    existsSync(outbox) ? readdirSync(outbox).map((name) => ({ place, mail: name.replace(/^[^-]+-/, '') })) : [],
  )
}

function twice(mails: { mail: string }[]): number {
  return mails.length - new Set(mails.map(({ mail }) => mail)).size
}
