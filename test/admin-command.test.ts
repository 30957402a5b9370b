/** `npm run admin`, as an operator uses it beside a running server. */
import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeBrowser, until } from './client.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url, mail } = await world.serve({ pages: 'stub' })

const admin = (...words: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) =>
    execFile(
      process.execPath,
      ['src/admin.ts', ...words],
      { env: { ...process.env, DATABASE_URL: world.url } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), text: (out + err).trim() }),
    ),
  )

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
