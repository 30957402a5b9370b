// Writes db/functions/kernel-text-lookalikes.sql from db/confusables.txt, which has the data of UTS 39, and from the letters
// below. `node scripts/confusables.mjs FILE` takes a newer confusables.txt of Unicode, and writes db/confusables.txt, too.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => new URL(`../db/${path}`, import.meta.url)

/**
 * Letters that are drawn like Latin ones although UTS 39 does not list them, or compares them with something else: small
 * capitals, syllabics, Cherokee, Greek and Cyrillic capitals, Chinese signs and Bopomofo that stand for letters.
 */
const OURS = {
  a: 'ᴀᗩᗅᗋᎯΛΔДȺ卂',
  b: 'ʙᗷᗹᗸᏰ乃',
  c: 'ᑕᑢᑤ匚Ⓒ',
  d: 'ᴅᗪᗞᗟᗬᗫᎠᗡ∂',
  e: 'ᴇᗴᕮᕪᙓᙦᏋєΞΣ乇∈',
  f: 'ꜰᖴᖷ千ғ',
  g: 'ɢᘜᏀᎶ',
  h: 'ᵸʜᕼᕻᎻ卄ɧ',
  i: 'ɪᎥᏆᓰ丨ᴉ',
  j: 'ᴊᒍᒎᏧフ',
  k: 'ᴋĸᛕᏦ',
  l: 'ˡʟᒪᒷᏝㄥլ',
  m: 'ᴍʍᗰᘻᎷ爪',
  n: 'ɴᴎᑎᑏᘉᏁᏂИи几ηղ',
  o: 'ᴏᗝᎧΩωΘㄖ๏',
  p: 'ⓅᴘᑭᑷᑶᎮᎵ卩',
  q: 'ꞯǫᑫᕴ',
  r: 'ⓇʳʀᴙᖇᖈᏒЯя尺г',
  s: 'ˢꜱᔕᔖᔡᏕᎦ丂',
  t: 'ᴛτᝨᎿㄒŦ',
  u: 'ᴜᑌᑘᏌㄩ',
  v: 'ᴠᐯᐻᏉ',
  w: 'ᴡᗯᗻᙎᏇШшω山ᘺ',
  x: '᙭χχ乂',
  y: 'ʏᖻᎩᎽㄚ',
  z: 'ᶻᴢᘔᏃ乙',
}
/** Where the alphabets of letters in circles and squares begin, and that of the letters that make flags. */
const ENCLOSED = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]

const codesOf = (text) =>
  [...text].map((sign) => sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')).join(' ')
const textOf = (codes) => String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))

/** Lines of Unicode: "05AD ;	0596 ;	MA	# ...". Ours: "05AD 0596". */
function shorten(text) {
  const version = /^# Version: (.+)$/m.exec(text)[1]
  const pairs = [...text.matchAll(/^\uFEFF?([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)]
  const lines = pairs.map(([, sign, like]) => `${sign} ${like.trim()}`)
  return `# Which sign looks like which others: the pairs of confusables.txt of Unicode ${version} (UTS 39), without its comments.
# © Unicode, Inc. Unicode License v3, https://www.unicode.org/license.txt
${lines.join('\n')}\n`
}

export const readPairs = () =>
  new Map(
    readFileSync(at('confusables.txt'), 'utf8')
      .split('\n')
      .filter((line) => /^[0-9A-F]/.test(line))
      .map((line) => [textOf(line.slice(0, line.indexOf(' '))), textOf(line.slice(line.indexOf(' ') + 1))]),
  )

function ourPairs() {
  const ours = Object.entries(OURS).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter]))
  for (const first of ENCLOSED)
    for (let n = 0; n < 26; n++) ours.push([String.fromCodePoint(first + n), String.fromCharCode(97 + n)])
  return ours
}

/** Replaces until nothing changes: a sign can look like one that looks like another. */
function settle(pairs, text) {
  let last = ''
  for (let now = text.normalize('NFD'), turns = 0; now !== last; turns++) {
    if (turns > 9) throw new Error(`${codesOf(text)} never settles`)
    last = now
    const replaced = [...now].map((sign) => pairs.get(sign) ?? sign)
    now = replaced.join('').normalize('NFKD')
  }
  return last
}

/** The settled pairs of UTS 39 and ours, without those that the compatibility form leads to. */
export function lookalikes() {
  const pairs = new Map([...readPairs(), ...ourPairs()])
  const found = []
  for (const sign of pairs.keys()) {
    const like = settle(pairs, pairs.get(sign))
    const compatible = sign.normalize('NFKC')
    const isReached = compatible !== sign && settle(pairs, compatible) === like
    if (sign.normalize('NFD') === sign && !isReached) found.push([sign, like])
  }
  return found
}

const literal = (text) =>
  JSON.stringify(text)
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll("'", "''")

export function write() {
  const lines = ['']
  for (const [sign, like] of lookalikes()) {
    const item = `${literal(sign)}:${literal(like)}`
    if (lines.at(-1).length + item.length > 118) lines.push('')
    lines.push(`${lines.pop()}${item}, `)
  }
  const body = lines.map((line) => line.trimEnd()).join('\n')
  return `-- The kernel owns these functions (src/server/kernel/text).
-- Promise: A letter counts as the one that it is drawn like, as it is written. scripts/confusables.mjs writes this file, from
-- db/confusables.txt (UTS 39, © Unicode, Inc., https://www.unicode.org/license.txt) and from letters of its own.

-- Replaces each character by what it looks like. Beside the pairs of replace_confusables, it has those that the compatibility
-- form hides ("ϲ"), and letters that UTS 39 does not list. Appearances are stored with the older function, so that one stays.
create or replace function replace_lookalikes(name text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (select string_agg(coalesce('{
${body.replace(/,$/, '')}
}'::jsonb ->> sign, sign), '' order by place)
    from string_to_table(name, null) with ordinality signs (sign, place));
end $$;
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , newer] = process.argv
  if (newer) writeFileSync(at('confusables.txt'), shorten(readFileSync(newer, 'utf8')))
  writeFileSync(at('functions/kernel-text-lookalikes.sql'), write())
}
