/** The mails about trouble, from the real program to a mail server of this test, over its restart. */
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { until } from './client.ts'
import { makeProgram } from './program.ts'

/** Takes every mail. */
async function mailServer(): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let [isData, text] = [false, '']
    socket.write('220 hello\r\n')
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      text += String(piece)
      if (isData && !text.includes('\r\n.\r\n')) return
      if (isData) {
        mails.push(text)
        socket.write('250 taken\r\n')
      } else if (text === 'DATA\r\n') socket.write('354 go\r\n')
      else socket.write('250 ok\r\n')
      isData = text === 'DATA\r\n'
      text = ''
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails }
}

test('the operator gets one mail, none again after a restart, and one when it is over', {
  timeout: 180_000,
}, async () => {
  const { url, mails } = await mailServer()
  const env = { SMTP_URL: url, ALERT_MAIL_TO: 'operator@example.org', MAIL_FROM: 'dads@example.org' }
  const ill = makeProgram({ ...env, RATE_LIMITS: 'off' })
  onTestFinished(() => ill.remove())
  const well = makeProgram({ ...env, RATE_LIMITS: 'on', DATA_DIR: ill.dataDir })
  const about = async (troubles: string) => {
    const client = new pg.Client({ connectionString: readFileSync(`${ill.dataDir}/database.url`, 'utf8').trim() })
    await client.connect()
    const { rows } = await client.query(troubles)
    await client.end()
    return rows[0]?.trouble as { isTold: boolean; wellSince: number | null } | undefined
  }
  const read = `select t as trouble from doctor_watch, jsonb_array_elements(troubles) t where t ->> 'about' = 'the limits'`
  /** As if it had been so for twenty minutes. */
  const age = (time: string) =>
    about(`update doctor_watch set holder = null, troubles = (select jsonb_agg(case when t ->> 'about' = 'the limits'
      then jsonb_set(t, '{${time}}', to_jsonb((t ->> '${time}')::float8 - 1200000)) else t end) from jsonb_array_elements(troubles) t)`)

  const first = await ill.start()
  await until('the doctor of the program has looked', () => about(read), 40_000)
  await age('wrongSince')
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(mails).toEqual([])

  const second = await ill.start()
  await until('the mail has come', () => mails[0], 40_000)
  expect(mails[0]).toMatch(/^Subject: Something is wrong with Fatherkin\r$/m)
  expect(mails[0]).toMatch(/^To: operator@example\.org\r$/m)
  expect(mails[0]).toContain('RATE_LIMITS=3Doff')
  expect((await about(read))?.isTold).toBe(true)
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)

  const third = await well.start()
  await until('it is well', async () => (await about(read))?.wellSince, 40_000)
  await age('wellSince')
  third.process.kill('SIGTERM')
  expect(await third.ended).toBe(0)
  const fourth = await well.start()
  await until('the second mail has come', () => mails[1], 40_000)
  expect(mails[1]).toMatch(/^Subject: All is well again with Fatherkin\r$/m)
  fourth.process.kill('SIGTERM')
  expect(await fourth.ended).toBe(0)
  await well.remove()
  expect(mails).toHaveLength(2)
})
