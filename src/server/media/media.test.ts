/** Images over HTTP: what is accepted, what is stored, who may upload, and what is left after a failure. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGES, imageAt, SAY_IMAGE } from '#contract/media-words.ts'
import { type Browser, makeBrowser, signIn, until } from '#test/client.ts'
import { corners, cornersOf, flatPng, headOfPng, METADATA_WORDS, OWN, sendImage, withPlace } from '#test/images.ts'
import { makeWorld, type Network, type Person } from '#test/world.ts'
import { RATE_LIMITS } from '../kernel/http/limits.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url, filesDir } = served
const PASSWORD = 'the quick brown kettle'
const [ana, ben, cleo] = await Promise.all(
  ['ana', 'ben', 'cleo'].map((name) => world.member({ name, password: PASSWORD })),
)
const [anas, bens, cleos] = await Promise.all([ana, ben, cleo].map((person) => signIn(url, person!)))
const network = await world.publicNetwork({ members: [ana!, ben!] })
await makeAdmin(network, ana!)

const ofGroup = (kind: string, { id }: { id: string } = network) => `/api/v1/groups/${id}/images/${kind}`

async function makeAdmin({ id }: Network, person: Person) {
  const who = world.db.updateTable('group_members').set({ role: 'admin' }).where('group_id', '=', id)
  await who.where('user_id', '=', person.id).execute()
}

const good = async (browser: Browser | undefined, path: string, body: Buffer) => {
  const { status, url: address, message } = await sendImage(url, browser, path, body as BodyInit)
  expect({ status, message }).toEqual({ status: 200, message: undefined })
  return address!
}

const jpeg = (width = 400, height = 300) => corners(width, height).jpeg().toBuffer()
const got = async (path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const avatarOf = async ({ username }: Person) =>
  (await makeBrowser(url).get(`/api/v1/members/${username}`)).json.avatar_url
const rows = () => world.db.selectFrom('images').selectAll().orderBy('created_at').execute()
/** every file in the store, including those being written */
async function objects(): Promise<string[]> {
  const all = await readdir(filesDir, { recursive: true, withFileTypes: true }).catch(() => [])
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}
/** Waits until exactly this many images are stored, each in all its widths. */
const settled = (count: number) =>
  until(`${count} images are stored, and nothing else`, async () => {
    const found = await rows()
    const wanted = found.flatMap(({ name, widths }) => widths.map((width) => `${name}-${width}.webp`))
    const there = await objects()
    return found.length === count && wanted.length === there.length && wanted.every((name) => there.includes(name))
  })

describe('an avatar', () => {
  for (const [type, make] of [
    ['JPEG', jpeg],
    ['PNG', () => corners(400, 300).png().toBuffer()],
    ['WebP', () => corners(400, 300).webp().toBuffer()],
  ] as const)
    test(`of the type ${type} is stored as WebP in the widths that screens use, and shown on the profile`, async () => {
      const address = await good(anas, OWN, await make())
      expect(address).toMatch(/^\/files\/[0-9a-f]{32}-96\.webp$/)
      expect(await avatarOf(ana!)).toBe(address)
      for (const width of IMAGES.avatar.widths) {
        const { status, bytes } = await got(imageAt(address, width))
        expect(status).toBe(200)
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width })
        expect(await cornersOf(bytes)).toEqual(['topLeft', 'topRight', 'bottomLeft', 'bottomRight'])
      }
      await settled(1)
    })

  test('is served with its exact type, cached for ever, and never as anything that could run', async () => {
    const { headers } = await got(String(await avatarOf(ana!)))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox;/)
    const head = await fetch(url + (await avatarOf(ana!)), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('replaces the one before, whose files are deleted', async () => {
    const before = String(await avatarOf(ana!))
    const after = await good(anas, OWN, await jpeg())
    await settled(1)
    expect((await got(before)).status).toBe(404)
    expect((await got(after)).status).toBe(200)
  })

  test('sent ten times at the same moment leaves one', async () => {
    const image = await jpeg()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendImage(url, bens, OWN, image)))
    const stored = answers.filter(({ status }) => status === 200)
    expect(stored.length).toBeGreaterThan(0)
    // two uploads of one member at the same time is the limit
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 429, message: SAY_IMAGE.busy, retryAfter: '3' })
    await settled(2)
    expect(stored.map((answer) => answer.url)).toContain(await avatarOf(ben!))
  })

  test('can be removed, with its files', async () => {
    expect(await bens!.send('DELETE', OWN)).toMatchObject({ status: 200, json: { url: null } })
    expect(await avatarOf(ben!)).toBeNull()
    await settled(1)
    // removing a missing image succeeds
    expect(await bens!.send('DELETE', OWN)).toMatchObject({ status: 200, json: { url: null } })
  })
})

describe('the image of a network', () => {
  test.each(['avatar', 'banner'] as const)('%s is stored by an admin, shown, and taken away', async (kind) => {
    const address = await good(anas, ofGroup(kind), await jpeg(1600, 400))
    const shown = async () =>
      (await world.db.selectFrom('groups').selectAll().where('id', '=', network.id).executeTakeFirstOrThrow())[
        `${kind}_url`
      ]
    expect(await shown()).toBe(address)
    const { widths, ratio } = IMAGES[kind]
    for (const width of widths) {
      const { bytes } = await got(imageAt(address, width))
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / ratio })
    }
    expect(await anas!.send('DELETE', ofGroup(kind))).toMatchObject({ status: 200 })
    expect(await shown()).toBeNull()
    await settled(1)
  })

  test('may be changed by the creator as well, also if he is not a member', async () => {
    const made = await world.publicNetwork({ members: [] })
    await world.db.updateTable('groups').set({ creator_id: cleo!.id }).where('id', '=', made.id).execute()
    await good(cleos, ofGroup('banner', made), await jpeg())
    expect((await cleos!.send('DELETE', ofGroup('banner', made))).status).toBe(200)
    await settled(1)
  })

  test('may be changed by nobody else, and a missing network gets the same answer', async () => {
    const image = await jpeg()
    const nowhere = { id: crypto.randomUUID() }
    for (const browser of [bens, cleos])
      for (const path of [
        ofGroup('avatar'),
        ofGroup('banner'),
        ofGroup('banner', nowhere),
        ofGroup('avatar', { id: '..%2f1' }),
      ]) {
        expect(await sendImage(url, browser, path, image), path).toMatchObject({
          status: 403,
          message: SAY_IMAGE.denied,
        })
      }
    for (const path of [ofGroup('avatar'), ofGroup('banner', nowhere)])
      expect(await cleos!.send('DELETE', path)).toMatchObject({ status: 403, json: { message: SAY_IMAGE.denied } })
    expect(await sendImage(url, anas, ofGroup('avatar', { id: '' }), image)).toMatchObject({
      status: 400,
      message: 'Upload path not specified',
    })
    expect(await sendImage(url, anas, ofGroup('avatar', { id: '%20' }), image)).toMatchObject({
      status: 400,
      message: 'Upload path not specified',
    })
    await settled(1)
  })

  test("is refused if the member's rights end while it is being decoded", async () => {
    const own = await world.publicNetwork({ members: [cleo!] })
    await makeAdmin(own, cleo!)
    const [body, go] = held(await jpeg())
    const answer = sendImage(url, cleos, ofGroup('avatar', own), body)
    await world.leave(own, cleo!)
    go()
    expect(await answer).toMatchObject({ status: 403, message: SAY_IMAGE.denied })
    await settled(1)
  })
})

test('a visitor is asked to sign in, and a request from another site is refused, whatever it contains', async () => {
  const image = await jpeg()
  expect(await sendImage(url, undefined, OWN, image, { cookie: '' })).toMatchObject({ status: 401 })
  for (const origin of ['https://evil.example', 'null'])
    for (const type of ['image/jpeg', 'text/plain', 'multipart/form-data; boundary=x'])
      expect(await sendImage(url, anas, OWN, image, { origin, 'content-type': type })).toMatchObject({ status: 403 })
  await settled(1)
})

test('no other method and no other path accepts bytes', async () => {
  for (const [method, path] of [
    ['POST', OWN],
    ['PATCH', OWN],
    ['PUT', '/api/v1/me/images/banner'],
    ['PUT', `${OWN}/x`],
    ['PUT', '/api/v1/me/dark-mode'],
    ['POST', '/rpc/media/removeAvatar'],
  ] as const) {
    const answer = await anas!.send(method, path, 'x', { 'content-type': 'image/jpeg' })
    expect(answer.status, `${method} ${path}`).toBe(415)
  }
})

describe("38: a camera's metadata", () => {
  const upright = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight']
  for (const type of ['jpeg', 'png', 'webp'] as const)
    test(`is not in any stored file of a ${type}`, async () => {
      const sent = await withPlace(corners(600, 400)).toFormat(type).toBuffer()
      // the upload has to contain metadata, otherwise this proves nothing
      expect(Object.keys(await sharp(sent).metadata())).toEqual(expect.arrayContaining(['exif', 'xmp']))
      expect(sent.includes('Kettle Camera')).toBe(true)
      const address = await good(anas, OWN, sent)
      for (const width of IMAGES.avatar.widths) {
        const { bytes } = await got(imageAt(address, width))
        for (const word of [...METADATA_WORDS, 'EXIF', 'XMP ', 'ICCP', 'Exif'])
          expect(bytes.includes(word), word).toBe(false)
        const left = Object.keys(await sharp(bytes).metadata())
        expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(exif|xmp|icc|iptc|orientation)$/)]))
      }
    })

  for (let orientation = 1; orientation <= 8; orientation++)
    test(`turns it upright: orientation ${orientation}`, async () => {
      const sent = await asHeld(orientation)
      expect(await sharp(sent).metadata()).toMatchObject({ orientation })
      const { bytes } = await got(await good(anas, OWN, sent))
      expect(await cornersOf(bytes)).toEqual(upright)
    })
})

/** An image as a camera that was held this way stores it: the pixels are rotated, and a number says how. */
async function asHeld(orientation: number): Promise<Buffer> {
  const seen = await corners(480, 480).png().toBuffer()
  const turned = {
    1: (one: Sharp) => one,
    2: (one: Sharp) => one.flop(),
    3: (one: Sharp) => one.rotate(180),
    4: (one: Sharp) => one.flip(),
    5: (one: Sharp) => one.rotate(270).flop(),
    6: (one: Sharp) => one.rotate(270),
    7: (one: Sharp) => one.rotate(90).flop(),
    8: (one: Sharp) => one.rotate(90),
  }[orientation]!
  const stored = await turned(sharp(seen)).png().toBuffer()
  return sharp(stored).jpeg().withMetadata({ orientation }).toBuffer()
}

describe('refused, with a sentence, without a row and without a file:', () => {
  const words = '<script>alert(1)</script>'
  const noImages: [string, () => Buffer | Promise<Buffer>, string][] = [
    ['nothing', () => Buffer.alloc(0), SAY_IMAGE.type],
    ['plain words', () => Buffer.from('not an image'), SAY_IMAGE.type],
    ['HTML', () => Buffer.from(`<!doctype html>${words}`), SAY_IMAGE.type],
    [
      'SVG',
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${words}</svg>`),
      SAY_IMAGE.type,
    ],
    ['a ZIP', () => Buffer.from('PK\x03\x04'.padEnd(400, 'x'), 'latin1'), SAY_IMAGE.type],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'.padEnd(400, 'x')), SAY_IMAGE.type],
    ['a GIF', () => corners(40, 40).gif().toBuffer(), SAY_IMAGE.type],
    ['a GIF that is a script as well', () => Buffer.from(`GIF89a/*${'x'.repeat(99)}*/=1;alert(1)`), SAY_IMAGE.type],
    ['a TIFF', () => corners(40, 40).tiff().toBuffer(), SAY_IMAGE.type],
    ['an AVIF', () => corners(40, 40).avif({ effort: 0 }).toBuffer(), SAY_IMAGE.type],
    ['only the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), SAY_IMAGE.damaged],
    ['only the first bytes of a WebP', () => Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), SAY_IMAGE.damaged],
    ['half a JPEG', async () => (await jpeg(900, 900)).subarray(0, 4000), SAY_IMAGE.damaged],
    ['half a PNG', async () => half(await noise(200).png().toBuffer()), SAY_IMAGE.damaged],
    ['half a WebP', async () => half(await noise(200).webp().toBuffer()), SAY_IMAGE.damaged],
    ['many bytes that are compressed to few', () => gzipSync(Buffer.alloc(50_000_000)), SAY_IMAGE.type],
  ]
  const bombs: typeof noImages = [
    ['a bomb of 14,000 by 14,000', () => flatPng(14_000, 14_000), SAY_IMAGE.pixels],
    ['a bomb of 17,000 by 17,000 that is only a header', () => headOfPng(17_000, 17_000), SAY_IMAGE.pixels],
    ['the largest PNG that the format allows', () => headOfPng(2 ** 31 - 1, 2 ** 31 - 1), SAY_IMAGE.damaged],
    ['one pixel more than 24 megapixels', () => headOfPng(24_000_001 / 7, 7), SAY_IMAGE.sides],
    ['4,900 by 4,900', () => headOfPng(4900, 4900), SAY_IMAGE.pixels],
    ['24 megapixels of 16 bits a colour', () => headOfPng(6000, 4000, 16), SAY_IMAGE.deep],
    ['one row more than twelve megapixels', () => headOfPng(4000, 3001, 16), SAY_IMAGE.deep],
    ['1 by 65,535', () => flatPng(1, 65_535), SAY_IMAGE.sides],
    ['65,535 by 1', () => flatPng(65_535, 1), SAY_IMAGE.sides],
    ['fewer bytes than its header says', () => headOfPng(4000, 4000), SAY_IMAGE.damaged],
  ]
  for (const [what, make, sentence] of [...numbered(36, noImages), ...numbered(37, bombs)])
    test(what, async () => {
      await settled(1)
      const before = await rows()
      const answer = await sendImage(url, anas, OWN, (await make()) as BodyInit)
      expect(answer).toMatchObject({ message: sentence })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await rows()).toEqual(before)
      await settled(1)
    })

  test('36: bytes after the end of an image are not stored', async () => {
    const image = await jpeg()
    const address = await good(anas, OWN, Buffer.concat([image, Buffer.from(`PK\x03\x04${words}`)]))
    const { bytes, headers } = await got(address)
    expect(bytes.includes('script') || bytes.includes('PK\x03\x04')).toBe(false)
    expect(headers.get('content-type')).toBe('image/webp')
  })

  test('36: of an animation the first frame is stored', async () => {
    const frames = await Promise.all(
      ['#e02020', '#2030d0'].map((background) =>
        sharp({ create: { width: 60, height: 60, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const film = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect(await sharp(film).metadata()).toMatchObject({ pages: 2 })
    const { bytes } = await got(await good(anas, OWN, film))
    expect(await sharp(bytes).metadata()).not.toHaveProperty('pages')
    expect(await cornersOf(bytes)).toEqual(['topLeft', 'topLeft', 'topLeft', 'topLeft'])
  })

  test("37: 24 megapixels in portrait format, the largest allowed, stay within the decoder's memory limit", async () => {
    const large = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#e02020' } })
      .withMetadata({ orientation: 6 })
      .png({ compressionLevel: 1, progressive: true })
      .toBuffer()
    await good(anas, OWN, large)
    const progressive = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#e02020' } })
      .withMetadata({ orientation: 8 })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    await good(anas, OWN, progressive)
  }, 60_000)
})

const numbered = (number: number, cases: [string, () => Buffer | Promise<Buffer>, string][]) =>
  cases.map(([what, ...rest]) => [`${number}: ${what}`, ...rest] as const)

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

/** In bytes: one part of an endless body. */
const PIECE_BYTES = 100_000
/** In bytes: after a refusal the HTTP adapter reads and discards this much at most, for half a second, so that the sender gets the answer. */
const DISCARDED_BYTES = 64 * 1024 ** 2
/** In bytes: what the buffers of both sides of a connection hold, with room to spare. */
const IN_FLIGHT_BYTES = 32 * 1024 ** 2
/** A valid image of exactly this size: bytes after its end are ignored. */
const jpegWithExtraBytes = async (bytes: number) => Buffer.concat([await jpeg(), Buffer.alloc(bytes)], bytes)

/** A body whose last byte is held back until the test releases it. */
function held(bytes: Buffer): [ReadableStream, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, -1))
      await promise
      controller.enqueue(bytes.subarray(-1))
      controller.close()
    },
  })
  return [body, resolve]
}

describe('39: limits of an upload', () => {
  const MB = 1024 ** 2

  test('five megabytes for an avatar, ten for a banner, and not one byte more', async () => {
    await good(anas, OWN, await jpegWithExtraBytes(5 * MB))
    await good(anas, ofGroup('banner'), await jpegWithExtraBytes(10 * MB))
    await anas!.send('DELETE', ofGroup('banner'))
    const tooMuch = [
      [OWN, 5 * MB + 1, 'Image must be 5 MB or smaller'],
      [ofGroup('avatar'), 5 * MB + 1, 'Image must be 5 MB or smaller'],
      [ofGroup('banner'), 10 * MB + 1, 'Image must be 10 MB or smaller'],
    ] as const
    for (const [path, size, message] of tooMuch) {
      const bytes = await jpegWithExtraBytes(size)
      expect(await sendImage(url, anas, path, bytes as BodyInit)).toMatchObject({ status: 413, message })
      // chunked, without a length
      const [body, go] = held(bytes)
      go()
      expect(await sendImage(url, anas, path, body)).toMatchObject({ status: 413, message })
    }
    await settled(1)
  })

  test('an endless body is cut off at the limit, and an interrupted one leaves nothing', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(PIECE_BYTES).fill(0xff))
      },
    })
    const answer = await sendImage(url, anas, OWN, endless).catch(() => ({
      status: 413,
      message: IMAGES.avatar.tooLarge,
    }))
    expect(answer).toMatchObject({ status: 413, message: IMAGES.avatar.tooLarge })
    expect(sent * PIECE_BYTES).toBeLessThan(IMAGES.avatar.max + DISCARDED_BYTES + IN_FLIGHT_BYTES)
    const image = await jpeg(900, 900)
    // 99 of 100 bytes, then the connection is closed
    const socket = await speak(anas!, image.length)
    socket.write(image.subarray(0, Math.floor(image.length * 0.99)))
    socket.destroy()
    // fewer bytes than announced, then the connection is closed
    const half = await speak(anas!, image.length)
    half.resume().end(image.subarray(0, 1000))
    await once(half, 'close')
    // more bytes than announced: what was announced is no valid image, and the rest is no valid request
    const more = await speak(anas!, 1000)
    const said = text(more)
    more.write(image)
    expect(await said).toMatch(/^HTTP\/1\.1 4/)
    await settled(1)
    // after the connections are closed, they no longer count as running uploads
    await expect.poll(async () => (await sendImage(url, anas, OWN, image)).status, { timeout: 10_000 }).toBe(200)
    expect(world.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Sends the head of a request; the test sends the body. */
async function speak(browser: Browser, length: number): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = [`PUT ${OWN} HTTP/1.1`, `Host: ${host}`, `Origin: ${url}`, `Cookie: ${browser.cookieHeader()}`]
  socket.write([...head, 'Content-Type: image/jpeg', `Content-Length: ${length}`, '', ''].join('\r\n'))
  return socket
}

/** Returns the response as soon as it contains a complete body. */
async function text(socket: Socket): Promise<string> {
  let all = ''
  for await (const piece of socket) {
    all += String(piece)
    if (all.includes('}')) break
  }
  return all
}

test('thirty uploads in half an hour, and not one more', async () => {
  const strict = await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on', FILES_DIR: filesDir } })
  const dan = await world.member({ name: 'dan', password: PASSWORD })
  const dans = await signIn(strict.url, dan)
  const { points } = RATE_LIMITS.image
  for (let n = 0; n < points; n++) expect((await sendImage(strict.url, dans, OWN, 'x')).status).toBe(415)
  const refused = await sendImage(strict.url, dans, OWN, 'x')
  expect(refused.status).toBe(429)
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  await strict.stop()
})

describe('the sweep', () => {
  const later = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`
  const sweep = () => sql`select graphile_worker.add_job('sweep_images')`.execute(world.db)
  /** As after kill -9 during an upload: row and files exist, but no profile or network uses the image. */
  async function brokenOff(minutes: number): Promise<string> {
    const address = await good(bens, OWN, await jpeg())
    const name = address.slice(7, 39)
    await world.db.updateTable('profiles').set({ avatar_url: null }).where('id', '=', ben!.id).execute()
    await world.db
      .updateTable('images')
      .set({ unused_since: later(minutes) })
      .where('name', '=', name)
      .execute()
    return name
  }

  test('deletes uploads that were interrupted more than fifteen minutes ago, and nothing newer', async () => {
    const [old, young] = [await brokenOff(16), await brokenOff(1)]
    await sweep()
    await settled(2)
    const left = (await rows()).map(({ name }) => name)
    expect(left).not.toContain(old)
    expect(left).toContain(young)
    await world.db
      .updateTable('images')
      .set({ unused_since: later(16) })
      .where('name', '=', young)
      .execute()
    await sweep()
    await settled(1)
  })

  test('64: deletes the images of deleted accounts and networks', async () => {
    const gil = await world.member({ name: 'gil', password: PASSWORD })
    const gone = await world.publicNetwork({ members: [gil] })
    await makeAdmin(gone, gil)
    const gils = await signIn(url, gil)
    await good(gils, OWN, await jpeg())
    await good(gils, ofGroup('banner', gone), await jpeg())
    await settled(3)
    await world.db.deleteFrom('user').where('id', '=', gil.id).execute()
    await world.db.deleteFrom('groups').where('id', '=', gone.id).execute()
    await sweep()
    await settled(1)
  })
})

describe('35: at /files', () => {
  test('there is nothing but the files that we wrote', async () => {
    const address = String(await avatarOf(ana!))
    const odd = [
      '',
      'x',
      '..',
      '%2e%2e',
      '..%2f..%2fsecret',
      '../secret',
      address.slice(7, -5),
      `${address.slice(7)}%00`,
      address.slice(7).toUpperCase(),
      'aside',
      imageAt(address, 97).slice(7),
      `${'0'.repeat(32)}-96.webp`,
      `${'0'.repeat(32)}-probe.txt`,
      '%E0%A4%A',
    ]
    for (const one of odd) {
      const { status, headers } = await got(`/files/${one}`)
      expect([404, 200].includes(status) && headers.get('content-type'), one).not.toBe('image/webp')
      expect(status, one).toBe(one === '' || one === '..' || one === '%2e%2e' || one === '../secret' ? 200 : 404)
    }
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await anas!.send(method, address)).status).toBe(404)
  })
})
