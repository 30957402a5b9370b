/** Names that claim an office in letters of any kind, and names of fathers from everywhere, which all are accepted. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readPairs, write } from '../scripts/confusables.mjs'
import { FATHERS } from './fathers.ts'
import { makeWorld, refusal } from './world.ts'

const world = await makeWorld()
const RESERVED = [
  'admin',
  'administrator',
  'moderator',
  'support',
  'staff',
  'official',
  'sysadmin',
  'helpdesk',
  'fatherkin',
]

/** The names of a list that a member may have. */
async function allowed(names: string[]): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < names.length; from += 200) {
    const some = names.slice(from, from + 200)
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${some}::text[]) name where display_name_fault(name, 'some.body.else', null) is null`.execute(
      world.db,
    )
    found.push(...rows.map(({ name }) => name))
  }
  return found
}

const alphabet = (first: number) => (word: string) =>
  [...word].map((letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 97)).join('')

describe('25: no display name claims an office', () => {
  test.each([
    ['small capitals', ['ᴀᴅᴍɪɴ', 'ᴍᴏᴅᴇʀᴀᴛᴏʀ', 'ꜱᴜᴘᴘᴏʀᴛ', 'ᴛᴇᴀᴍ', 'ꜰᴀᴛʜᴇʀᴋɪɴ', 'Aᴅmɪɴ', 'ᴘᴏᴘ']],
    ['syllabics', ['ᗩᗞᗰIᑎ', 'ᗩᗪᗰIᑎ', 'ᗰOᗪEᖇᗩTOᖇ', 'ᔕᑌᑭᑭOᖇT', 'ᖴᗩTᕼEᖇKIᑎ']],
    ['Cherokee', ['ᎪᎠᎷᎥᏁ', 'ᎪᎠᎷᏆᏁ', 'ꭺꭰꮇꭵꮑ'.toUpperCase(), 'ᎷᎾᎠᎬᏒᎪᏆᎾᏒ'.replace(/Ꮎ/g, 'O').replace('Ꮖ', 'T')]],
    ['Chinese signs', ['卂ᗪ爪丨几', '爪ㄖᗪ乇尺卂ㄒㄖ尺', '丂ㄩ卩卩ㄖ尺ㄒ']],
    ['Greek', ['Λdmin', 'ΔDMIN', 'αdмιη', 'MΩDΣRΛTΩR', 'α∂мιη', 'ΑDΜΙΝ']],
    ['Cyrillic', ['ДDМІИ', 'аdмiи', 'suррoят', 'модeratoг'.replace('д', 'd')]],
    ['letters that their compatibility form hides', ['ϲustomer Support', 'Offiϲial', 'Staſſ', 'ſupport', 'Oﬀicial']],
    ['letters in circles, squares and brackets', ['Ⓐⓓⓜⓘⓝ', '⒜⒟⒨⒤⒩', 'Ⓒⓤⓢⓣⓞⓜⓔⓡ Ⓢⓤⓟⓟⓞⓡⓣ', '🅰️dmin', '🅰︎🅳🅼🅸🅽']],
    ['superscripts', ['ᵃᵈᵐⁱⁿ', 'ˢᵘᵖᵖᵒʳᵗ', 'ᴬᴰᴹᴵᴺ', 'ˢuppоrт']],
    ['marks over and through letters', ['Ádmin', 'A̶d̶m̶i̶n̶', 'Ađmin', 'a͛d᪰m᷄i᳐n', 'a็dm็in', 'aْdmin', 'a⃝d⃝m⃝i⃝n⃝', 'Ad҉min']],
    [
      'characters that nobody sees',
      [
        'ad\u00admin',
        'ad\u200bmin',
        'ad\u2060min',
        'ad\u3164min',
        'ad\u115fmin',
        'adm\uffa0in',
        'ad\ufe0fmin',
        'ad\u{e0061}min',
        'ad\u034fmin',
        'ad\u202emin',
        'ad\u{1d159}min',
        'ad\u2800min',
        'ad\u180emin',
      ],
    ],
    [
      'digits and signs for letters',
      [
        '4dm1n',
        '@dmin',
        '$upport',
        '5upport',
        '5t4ff',
        'M0d3r4t0r',
        'adm!n',
        '₳dmin',
        '₳Đ₥ł₦',
        '€dmin'.replace('€', '@'),
        '4dm1n 2',
        '@dmin!',
        'F4therkin',
        '₣atherkin',
      ],
    ],
    [
      'signs and blanks between letters',
      [
        'a.d.m.i.n',
        'A d m i n',
        'ad.min',
        'Ad-Min',
        'Sup port',
        'a_dmin',
        'A D M I N Team',
        'Father-Kin',
        'Father Kin',
        'Tom of Father Kin',
        'Fat Her Kin',
      ],
    ],
    ['flags around and letters of flags', ['🇦🇩🇲🇮🇳', 'Admin 🇺🇸', '🇺🇸 Moderator 🇺🇸', '🇦dmin', 'Pop 🇩🇪']],
    [
      'a title with a name',
      [
        'Admin Peter',
        'Peter (Admin)',
        'Admin – Peter',
        'Peter, Admin',
        'Peter Admin',
        'Admin-Peter',
        'Admin: Peter',
        'Peter | Moderator',
        'Peter the Moderator',
        'SuperAdmin Peter',
        'ᴀᴅᴍɪɴ Peter',
        'Peter [4dm1n]',
        'Аdmin Пётр',
        'A d m i n Peter',
        '🅰🅳🅼🅸🅽 Peter',
        'Admin🛡Peter',
        'Joe Admin-Brown',
      ],
    ],
    [
      'an office between signs',
      [
        'Peter (Support)',
        'Support – Peter',
        'Peter | Staff',
        '[Mod] Peter',
        'Mod: Peter',
        'Peter - Team',
        'Peter 🛡️ Official',
        'Peter (Support Team)',
        'Peter • ꜱᴛᴀꜰꜰ',
      ],
    ],
    [
      'an office and words that say nothing',
      [
        'Customer Support',
        'Community Moderator',
        'Head Moderator',
        'Tech Support',
        'Your Admin',
        'Member Support',
        'Support Team',
        'Real Admin',
        'ϲuѕtоmеr ѕuрроrt',
      ],
    ],
    [
      'what the program shows in place of a name',
      [
        'Unknown User',
        'UNKNOWN USER',
        'Unknown',
        'unknown.user',
        'Unknоwn Uѕer',
        'UnknownUser',
        'Unknown User 2',
        'ᴜɴᴋɴᴏᴡɴ ᴜꜱᴇʀ',
        'Deleted User',
        'Deleted Member',
        'A dad who has left',
        'Customer Service',
        'Help Desk',
      ],
    ],
  ])('in or with %s', async (_what, names) => expect(await allowed(names)).toEqual([]))

  test('in any alphabet of letters in circles, squares, brackets and flags, and of mathematics', async () => {
    const first = [
      0x24d0, 0x249c, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6, 0x1d41a, 0x1d4ea, 0x1d586, 0x1d5ba, 0x1d68a, 0xff41,
    ]
    expect(await allowed(RESERVED.flatMap((word) => first.map((one) => alphabet(one)(word))))).toEqual([])
  })

  test('with a letter that UTS 39 compares with one of its letters, in any place, once or everywhere', async () => {
    const pairs = readPairs()
    const settled = (text: string): string => {
      const next = [...text].map((sign) => pairs.get(sign) ?? sign).join('')
      return next === text ? text : settled(next)
    }
    const skeleton = new Map([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, settled(letter)]))
    const names: string[] = []
    for (const [sign, like] of pairs) {
      const drawn = settled(like).toLowerCase()
      if (!/^[a-z]+$/.test(drawn) || /^[ -~]$/.test(sign)) continue
      for (const word of RESERVED)
        for (const form of [
          word,
          [...word]
            .map((letter) => skeleton.get(letter))
            .join('')
            .replaceAll('rn', 'm'),
        ])
          for (const like of new Set([drawn, drawn.replaceAll('rn', 'm'), drawn.replaceAll('l', 'i')]))
            if (form.includes(like)) names.push(form.replace(like, sign), form.replaceAll(like, sign))
    }
    expect(new Set(names).size).toBeGreaterThan(4000)
    expect(await allowed([...new Set(names)])).toEqual([])
  }, 60_000)
})

describe('25: a father may be called', () => {
  test.each(Object.entries(FATHERS))('by a name in %s', async (_language, names) => {
    expect(names.length).toBeGreaterThan(3)
    expect(await allowed(names)).toEqual(names)
  })

  test('the lists have some hundred names', () => {
    expect(new Set(Object.values(FATHERS).flat()).size).toBeGreaterThan(400)
  })
})

test('25: no username has a title among its words, and pods may be for those who have one', async () => {
  for (const username of ['admin.peter', 'peter_moderator', 'unknown.user', 'father-kin.x'])
    await expect(world.member({ username }), username).rejects.toThrow()
  const ana = await world.member({ name: 'ana' })
  expect(await world.as(ana).pods.createPod({ name: 'Sysadmin Dads' })).toMatchObject({ name: 'Sysadmin Dads' })
  expect(await refusal(world.as(ana).pods.createPod({ name: 'Customer Support' }))).toMatchObject({ status: 400 })
})

test('25: a pod cannot have the name of another in small capitals, syllabics or letters of flags', async () => {
  const ana = await world.member({ name: 'ana' })
  await world.as(ana).pods.createPod({ name: 'Canoe Fans' })
  for (const name of ['ᴄᴀɴᴏᴇ ꜰᴀɴꜱ', 'ᑕᗩᑎOE ᖴᗩᑎᔕ', '🇨🇦🇳🇴🇪 🇫🇦🇳🇸', 'ϲanoe fans'])
    expect(await refusal(world.as(ana).pods.createPod({ name })), name).toMatchObject({ code: 'NAME_TAKEN' })
})

test('the functions of the database have the pairs of db/confusables.txt', () => {
  expect(readFileSync('db/functions/kernel-text-lookalikes.sql', 'utf8')).toBe(write())
})
