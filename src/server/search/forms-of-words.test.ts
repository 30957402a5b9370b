/** Words that can be written in several ways: each form finds all others, in text, in titles and in names. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { folded, isUnspaced, WORD } from '../kernel/text/text.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
let count = 0
/** Letters only, so that no rule for numbers applies to it. */
const fresh = () => `zqm${[...`${++count}`].map((digit) => 'bcdfghjkmp'[Number(digit)]).join('')}zq`

const search = async (q: string, more: { in?: 'all' | 'text'; order?: 'new' | 'best' } = {}) =>
  (await world.as(null).search.searchPosts({ q, in: 'text', spelling: 'as_typed', ...more })).items
const found = async (q: string, more: { order?: 'new' | 'best' } = {}) => (await search(q, more)).map(({ id }) => id)
const write = async (title: string, content = 'Nothing more.') => (await world.post({ by: ana, title, content })).id
const marked = async (q: string, content: string) => {
  const mark = fresh()
  await write(mark, content)
  const [card] = await search(`${mark} ${q}`)
  return card?.found?.passage?.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('') ?? null
}

/** Each form of a line finds a text with any other form. */
const FORMS: string[][] = [
  ['co-parenting', 'coparenting', 'co parenting', 'Co‑Parenting', 'co‐parenting', 'co–parenting', 'co\u00adparenting'],
  ['step-dad', 'stepdad', 'step dad', 'STEP–DAD', 'step\u2012dad', 'step\u2212dad', 'step－dad'],
  ['e-mail', 'email', 'e mail'],
  ['self-care', 'selfcare', 'self care'],
  ['bed-time', 'bedtime'],
  ['mother-in-law', 'motherinlaw', 'mother‑in‑law'],
  ['t-shirts', 'tshirt', 'T shirt'],
  ['great-grandfather', 'greatgrandfather', 'great grandfather'],
  ['straße', 'strasse', 'STRASSE', 'STRAẞE'],
  ['øre', 'ore', 'ØRE', 'o\u0338re'],
  ['Łódź', 'lodz', 'ŁÓDŹ', 'Lo\u0301dz\u0301'],
  ['Æble', 'aeble', 'æble'],
  ['œuvre', 'oeuvre', 'ŒUVRE'],
  ['đurđevak', 'durdevak', 'ĐURĐEVAK'],
  ['ðrað', 'drad', 'ÐRAÐ'],
  ['þorn', 'thorn', 'ÞORN'],
  ['ışık', 'isik', 'IŞIK', 'İşik'],
  ['naïve', 'naive', 'nai\u0308ve', 'NAÏVE'],
  ['Nguyễn', 'nguyen', 'Nguye\u0302\u0303n'],
  ['ﬁve', 'five', 'ｆｉｖｅ'],
  ['ὀδός', 'οδος', 'ΟΔΟΣ'],
  ['ёлка', 'елка', 'ЁЛКА'],
  ['ŉdag', 'ndag', "'ndag"],
  ['ἀλλ᾽ἐγώ', 'ἀλλ’ἐγώ', 'αλλεγω', 'ἀλλ᾿ἐγώ'],
  ["don't", 'don’t', 'don‘t', 'donʼt', 'don`t', 'don´t', 'don′t', 'don＇t', 'don‛t', 'dont'],
  ["dad's", 'dad’s', 'dad‘s', 'dadʼs', 'dads', 'dad'],
  ["O'Brien", 'O’Brien', 'O‘Brien', 'OʼBrien', 'obrien', "o'brien"],
  ['שָׁלוֹם', 'שלום'],
  ['كِتَاب', 'كتاب', 'كتـــاب'],
  ['10,000', '10000', '10.000', '10 000', '10\u00a0000', '10\u202f000', '10’000'],
  ['1,000,000', '1000000', '1.000.000'],
  ['ﾊﾟﾊﾟ', 'パパ', 'ハ\u309aハ\u309a'],
  ['단어', '단어'.normalize('NFD')],
]

describe('every form of a word finds every other', () => {
  test.each(FORMS.map((forms) => [forms.join(' | '), forms] as const))('%s', async (_name, forms) => {
    const mark = fresh()
    const [inText, inTitle] = [new Map<string, string>(), new Map<string, string>()]
    for (const form of forms) {
      inText.set(form, await write(mark, `So, ${form}; yes.`))
      inTitle.set(form, await write(`${mark} ${form}`))
    }
    for (const asked of forms) {
      for (const q of [`${asked} ${mark}`, `${mark} ${asked}`]) {
        const ids = await found(q)
        for (const written of forms) {
          expect([q, written, ids.includes(inText.get(written)!)]).toEqual([q, written, true])
          expect([q, written, ids.includes(inTitle.get(written)!)]).toEqual([q, written, true])
        }
      }
      const best = await found(`${mark} ${asked}`, { order: 'best' })
      expect(new Set(best.slice(0, forms.length))).toEqual(new Set(inTitle.values()))
    }
  })
})

/** A word within a run of text, and a word that is not in it. */
const RUNS: [text: string, inside: string[], outside: string[]][] = [
  ['我的父親節快樂', ['父親', '父親節', '父', '快樂', '樂', '我的父親節快樂', '節 快樂'], ['母親', '母', '親父']],
  ['今天带宝宝去公园玩iPhone手机', ['宝宝', '公园', 'iphone', '手机', '今'], ['园公', 'phone']],
  ['パパは毎日子育てを頑張っています。', ['パパ', '子育て', '毎日', '頑張', '毎'], ['ママ', '育子']],
  ['新米ﾊﾟﾊﾟの日々、第2回', ['パパ', 'ﾊﾟﾊﾟ', '新米', '日々', '2', '第'], ['ハハ']],
  ['週末はDIYでベッドを作る', ['diy', 'ＤＩＹ', 'ベッド', '作る'], ['ベット']],
  ['𠮷野家で父と食べた', ['𠮷野', '𠮷', '父'], ['吉野']],
  ['คุณพ่อเลี้ยงเดี่ยวมือใหม่', ['พ่อ', 'พ่อเลี้ยงเดี่ยว', 'มือใหม่', 'น้ำพ่อ'.slice(3)], ['แม่', 'ใหม่มือ']],
  ['ດື່ມນ້ຳກັບພໍ່', ['ນ້ຳ', 'ພໍ່'], ['ແມ່']],
  ['ឪពុកម្តាយស្រលាញ់កូន', ['ឪពុក', 'ម្តាយ', 'កូន'], ['កូក']],
  ['ဖခင်တစ်ယောက်ရဲ့နေ့', ['ဖခင်', 'နေ့'], ['မိခင်']],
  ['아버지가방에서 육아휴직을 iPhone으로', ['아버지', '육아휴직', '휴직', 'iphone', '육'], ['어머니', '지아']],
  ['トム・ハンクスと人々', ['トム', 'ハンクス', '人々'], ['ハンス']],
]

describe('a word within a run of a script without spaces', () => {
  test.each(RUNS)('%s', async (text, inside, outside) => {
    const mark = fresh()
    const posts = [await write(`${mark}${text}`), await write(mark, text), await write(mark, `${mark}：${text}！`)]
    for (const word of inside)
      for (const q of [`${word} ${mark}`, `${mark} ${word}`])
        expect([word, new Set(await found(q))]).toEqual([word, new Set(posts)])
    for (const word of outside) expect([word, await found(`${word} ${mark}`)]).toEqual([word, []])
  })

  test('is found in old posts, too, and by a single letter', async () => {
    const mark = fresh()
    const id = await write(mark, '我的父親節快樂 아버지가 방에')
    await sql`update posts set created_at = '2020-01-01' where id = ${id}`.execute(world.db)
    const { rows } = await sql<{ id: string }>`
      select post_id as id from post_search s, search_question('父') as one, search_question('아버지') as w
      where s.post_id = ${id} and s.words @@ ('''' || one.word || '''')::tsquery group by 1`.execute(world.db)
    expect(rows).toEqual([{ id }])
    expect(await found(`父 ${mark}`)).toEqual([id])
  })

  test('does not make the words of other languages longer', async () => {
    const { rows } = await sql<{ words: string[] }>`select search_words('Sleep, co-parenting & me') as words`.execute(
      world.db,
    )
    expect(rows).toEqual([{ words: ['sleep', 'co', 'parent', 'me'] }])
  })

  test('fits the index, however long the text is', async () => {
    const letters = (from: number, many: number, of: number) =>
      Array.from({ length: of }, (_, n) => String.fromCodePoint(from + ((n * 7919 + (n >> 7)) % many))).join('')
    const texts = [letters(0x4e00, 20_000, 40_000), letters(0xac00, 11_000, 40_000), letters(0x20000, 40_000, 20_000)]
    texts.push(`ก${'\u0e49'.repeat(39_000)}`, 'a-'.repeat(19_999), 'co '.repeat(13_000), '1,000'.repeat(7000))
    for (const text of texts) {
      const mark = fresh()
      const id = await write(mark, text)
      expect(await found(mark)).toEqual([id])
    }
  })
})

describe('what is not the same word', () => {
  test.each([
    ['father', 'fat, and her'],
    ['together', 'to get her'],
    ['parenting co', 'parents'],
    ['stepdad', 'dad, step by step'],
    ['code', 'decode'],
    ['35', '3.5'],
    // neighbours in the question are no compound either
    ['the rapist', 'therapist'],
    ['men tor', 'mentor'],
    ['is land', 'island'],
    ['to get her', 'together'],
    ['to day', 'today'],
    ['man slaughter', 'manslaughter'],
    ['mother in law', 'motherinlaw'],
    ['the-father the rapist', 'the father therapist'],
    ['therapist', 'the rapist'],
    ['cold', 'vitamin c old'],
    ['vitamin c old', 'vitamin cold'],
    ['ball', 'plan b all'],
    ['cat', 'vitamin C at breakfast'],
  ])('%s does not find "%s"', async (q, text) => {
    const mark = fresh()
    await write(mark, text)
    expect(await found(`${mark} ${q}`)).toEqual([])
  })
})

test('the database and the program fold every letter alike', async () => {
  const different: unknown[] = []
  for (let first = 1; first < 0x10000; first += 4096) {
    const signs = Array.from({ length: 4096 }, (_, n) => String.fromCharCode(first + n)).filter(
      (sign) => sign.isWellFormed() && sign.match(WORD)?.[0] === sign,
    )
    const { rows } = await sql<{ sign: string; lower: string; word: string; is_unspaced: boolean }>`
      select sign, lower(normalize(sign, NFKD)) as lower, replace(search_folded('x' || sign || 'y'), ' ', '') as word,
        normalize(sign, NFKD) ~ ('^[' || unspaced_letters() || ']') as is_unspaced
      from unnest(${signs}::text[]) as sign`.execute(world.db)
    for (const { sign, lower, word, is_unspaced } of rows) {
      const decomposed = sign.normalize('NFKD')
      // one of the two has an older version of Unicode
      if (lower !== decomposed.toLowerCase()) continue
      const here = {
        word: folded(`x${sign}y`).replace(/[^\p{L}\p{N}\p{M}]/gu, ''),
        is_unspaced: isUnspaced(decomposed),
      }
      if (word !== here.word || is_unspaced !== here.is_unspaced)
        different.push([sign.charCodeAt(0).toString(16), { word, is_unspaced }, here])
    }
  }
  expect(different).toEqual([])
})

describe('questions of signs', () => {
  test.each([
    '-',
    '--',
    "'",
    '’',
    '`',
    '.,-',
    '・',
    '—',
    '、。',
    '\u0301',
    '\u3099',
    '\u0e49',
    '1,',
    ',1',
    "''-''",
    '-a',
    'a-',
  ])('%j is answered', async (q) => {
    await found(q)
    await found(`zzzz ${q}`)
  })

  test.each([
    'father & !son | ( <-> ):*',
    "co-'parenting'",
    'a\\',
    '\ud83d父\udc00親',
    '父親'.repeat(100),
    'co-'.repeat(66),
    "'".repeat(200),
    '你\0好',
    '\u202e父親\u202c',
  ])('%j is answered', async (q) => void (await search(q, { in: 'all' })))
})

describe('the word is marked as it is written', () => {
  test.each([
    ['coparenting', 'Our Co-Parenting plan', 'Our [Co-Parenting] plan'],
    ['co-parenting', 'Our coparenting plan', 'Our [coparenting] plan'],
    ['co parenting', 'Our coparenting plan', 'Our [coparenting] plan'],
    ['parenting', 'Our co-parenting plan', 'Our co-[parenting] plan'],
    ['stepdad', 'A step dad, a step‑dad', 'A [step dad], a [step‑dad]'],
    ['email', 'An e-mail', 'An [e-mail]'],
    ['lodz', 'In Łódź.', 'In [Łódź].'],
    ['strasse', 'Die Straße, ſo', 'Die [Straße], ſo'],
    ['ore', 'En ØRE', 'En [ØRE]'],
    ['aeble', 'Æble', '[Æble]'],
    ['thorn', 'Þorn', '[Þorn]'],
    ["don't", 'I don‘t, don`t', 'I [don‘t], [don`t]'],
    ["o'brien", 'Mr OʼBrien', 'Mr [OʼBrien]'],
    ['five', 'ﬁve ｆｉｖｅ', '[ﬁve] [ｆｉｖｅ]'],
    ['10000', 'Over 10,000 miles', 'Over [10,000] miles'],
    ['父親', '我的父親節快樂', '我的[父親]節快樂'],
    ['父', '我的父親節', '我的[父]親節'],
    ['父親節', '我的父親節快樂，父親', '我的[父親節]快樂，[父親]'],
    ['パパ', '新米ﾊﾟﾊﾟです', '新米[ﾊﾟﾊﾟ]です'],
    ['พ่อ', 'คุณพ่อมือใหม่', 'คุณ[พ่อ]มือใหม่'],
    ['아버지', '아버지가 방', '[아버지]가 방'],
    ['公園', '❤️公園で', '❤️[公園]で'],
    ['公園', 'cafe\u0301公園', 'café[公園]'],
    ['公園', '\u0301\u0302公園で', '\u0301\u0302[公園]で'],
    ['公園', 'a\u3099公園で', 'a\u3099[公園]で'],
    ['พ่อ', '❤️คุณพ่อมือใหม่', '❤️คุณ[พ่อ]มือใหม่'],
    ['아버지', '☀️아버지가', '☀️[아버지]가'],
    ['therapist', 'My therapist, and the rapist', 'My [therapist], and the rapist'],
    ['together', 'To get her together', 'To get her [together]'],
    ['stepdad', 'a step dad', 'a [step dad]'],
    ['iphone', '我的iPhone手機', '我的[iPhone]手機'],
    ['שלום', 'אז שָׁלוֹם.', 'אז [שָׁלוֹם].'],
  ])('%s in "%s"', async (q, content, passage) => {
    expect((await marked(q, content))?.normalize('NFC')).toBe(passage.normalize('NFC'))
  })
})

describe('names', () => {
  test.each([
    ['Seán O’Brien', ["sean o'brien", 'obrien', "O'Brien", 'OʼBrien', 'O`Brien', 'brien', 'o brien']],
    ['Łukasz Weiß', ['lukasz', 'weiss', 'Łukasz Weiß', 'lukasz weiss', 'Lukazs']],
    ['Søren Þórsson', ['soren', 'thorsson', 'Søren']],
    ['Jean-Luc', ['jean luc', 'jeanluc', 'Jean‑Luc']],
    ['王小明', ['小明', '王小明', '王小']],
    ['Æsa Bjørk', ['bjork', 'aesa']],
    ['Þór', ['thor', 'þór']],
    ['Åse', ['ase', 'ÅSE']],
    ['Дмитрий Ёлкин', ['дмитрий', 'елкин', 'дмирий']],
    ['すずき たろう', ['すずき', 'たろ']],
    ['สมชาย', ['สมชาย', 'สมชา']],
  ])('%s', async (name, questions) => {
    const member = await world.member()
    await sql`update profiles set display_name = ${name} where id = ${member.id}`.execute(world.db)
    const { id } = await world.post({ by: member, title: 'Of no account' })
    for (const q of questions) {
      const ids = (await search(q, { in: 'all' })).map((card) => card.id)
      expect([q, ids.includes(id)]).toEqual([q, true])
    }
  })
})
