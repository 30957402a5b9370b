/** `npm run admin`, as an operator uses it beside a running server. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBrowser, until } from './client.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url, mail } = await world.serve({ pages: 'stub' })

const command = (words: string[], env: Record<string, string>) =>
  new Promise<{ code: number; text: string }>((resolve) =>
    execFile(process.execPath, words, { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), text: (out + err).trim() }),
    ),
  )

const admin = (...words: string[]) => command(['src/admin.ts', ...words], { DATABASE_URL: world.url })

test('an operator deletes an account, and what its member has written if he says so', async () => {
  const [ana, ben] = [await world.member(), await world.member()]
  const category = await world.category('Sheds')
  const [ofAna, ofBen] = [await world.post({ by: ana, category }), await world.post({ by: ben, category })]
  const browser = await signInDirectly(world, url, ana)
  expect(await browser.viewer()).toBe(ana.username)

  expect(await admin(ana.email, '--delete')).toEqual({
    code: 0,
    text: `The account of ${ana.email} is deleted. The program finishes this within minutes, or after its next start, and sends a mail to this address.`,
  })
  expect(await browser.viewer()).toBe(null)
  const said = await mail('account-deleted', ana.email)
  expect(said.text).toContain('The people who run Fatherkin have deleted your account')
  expect(await admin(ben.email, '--delete', '--with-posts')).toMatchObject({ code: 0 })

  const visitor = makeBrowser(url)
  const statusOf = async (id: string) => (await visitor.get(`/api/v1/posts/${id}`)).status
  await until('the post of the second one is removed', async () => (await statusOf(ofBen.id)) === 404)
  expect(await statusOf(ofAna.id)).toBe(200)
  expect(await admin(ana.email, '--delete')).toEqual({ code: 1, text: `Nobody has signed up with ${ana.email}.` })
})

test('wrong words change nothing', async () => {
  const cid = await world.member()
  for (const words of [['--with-posts'], ['--delete', '--plan', 'Wise Dad'], ['--remove']])
    expect(await admin(cid.email, ...words), words.join(' ')).toEqual({
      code: 1,
      text: 'Usage: npm run admin -- EMAIL [--plan NAME | --delete [--with-posts]]',
    })
  expect(await (await signInDirectly(world, url, cid)).viewer()).toBe(cid.username)
})

// four processes are started
test('a command for an instance makes none where there is none, and names the folder', {
  timeout: 60_000,
}, async () => {
  const nowhere = join(tmpdir(), `fk-nowhere-${process.pid}`)
  const env = { DATABASE_URL: '', DATA_DIR: nowhere, FILES_DIR: '' }
  for (const words of [
    ['src/admin.ts', 'dad@example.org'],
    ['src/verify-answers.ts'],
    ['src/migrate.ts'],
    ['src/doctor.ts'],
  ]) {
    const { code, text } = await command(words, env)
    expect(text, words[0]).toBe(
      `There is no instance in ${nowhere}. If yours is elsewhere, write DATA_DIR=FOLDER before the command; for the service, write fatherkin in place of npm run. npm start makes a new one.`,
    )
    expect(code).toBe(1)
    expect(existsSync(nowhere), words[0]).toBe(false)
  }
})
