import { describe, expect, test } from 'vitest'
import { makeHashing, passwordComplaint, scrypt } from './password.ts'

const WORDS = 'correct horse battery staple under the old kitchen table while the rain keeps falling on our small boat '
const judge = (password: string, own: string[] = []) => passwordComplaint(password, ['Fatherkin', ...own])

describe('3: a password', () => {
  test.each([
    ['eleven characters', 'vKq8#tz!mW2', 'at least 12'],
    ['129 characters', `${WORDS}${WORDS}`.slice(0, 129), 'at most 128'],
    ['eleven emoji', '🐶🚗🌧🍕🎸🦧🪁🦉🍩🧲🧵', 'at least 12'],
    ['nothing', '', 'at least 12'],
    ['a very common password', 'password1234', 'commonly used'],
    ['a very common password with a year', 'iloveyou2024', '\\w'],
    ['a row of the keyboard', 'qwertyuiop12', '\\w'],
    ['one letter', 'aaaaaaaaaaaaaa', 'epeated'],
    ['a repeated word', 'daddaddaddad', 'epeated'],
    ['the name of the site', 'fatherkin1234', 'Leave out'],
    ['the name of the site twice, in capitals', 'FATHERKIN-fatherkin', 'Leave out'],
    ['a very common password in full-width letters', 'ｐａｓｓｗｏｒｄ１２３４', 'commonly used'],
  ])('of %s is refused, with the reason', async (_what, password, reason) => {
    expect(await judge(password)).toMatch(new RegExp(reason))
  })

  test.each([
    ['sam.dad.1234567', ['sam.dad']],
    ['SamDad-2024-sam', ['sam.dad']],
    ['jonathan.miller', ['jonathan.miller']],
    ['millerjonathan1', ['jonathan.miller']],
  ])('%s is refused to a member of that name', async (password, own) => {
    expect(await judge(password, own)).toContain('your own name')
    expect(await judge(`${password} ${WORDS.slice(0, 40)}`, own)).toBeNull()
  })

  test.each([
    ['twelve characters', 'vKq8#tz!mW2p'],
    ['128 characters', WORDS.repeat(2).slice(0, 128)],
    ['small letters only', 'otters juggle marmalade'],
    ['digits only, if they are hard to guess', '839201746592837461029'],
    ['twelve emoji', '🐶🚗🌧🍕🎸🦧🪁🦉🍩🧲🧵🛶'],
    ['spaces at both ends', ' otters juggle marmalade '],
    ['another script', 'совы пьют холодный чай'],
  ])('of %s is accepted', async (_what, password) => expect(await judge(password)).toBeNull())

  test('that takes long to evaluate is evaluated all the same', async () => {
    const long = Array.from({ length: 128 }, (_, i) => String.fromCharCode(33 + ((i * 37) % 90))).join('')
    expect(await judge(long)).toBeNull()
  })
})

describe('3: hashing', () => {
  const hashing = makeHashing(scrypt)
  const matches = async (one: string, other: string) =>
    hashing.verify({ hash: await hashing.hash(one), password: other })

  test('covers every character: two passwords with the same beginning differ', async () => {
    const [one, two] = [`${WORDS.slice(0, 72)}one`, `${WORDS.slice(0, 72)}two`]
    expect(one.slice(0, 72)).toBe(two.slice(0, 72))
    expect(await matches(one, two)).toBe(false)
    const end = WORDS.repeat(2)
    expect(await matches(`${end.slice(0, 127)}x`, `${end.slice(0, 127)}y`)).toBe(false)
    expect(await matches('otters juggle marmalade', 'Otters juggle marmalade')).toBe(false)
    expect(await matches('otters juggle marmalade ', 'otters juggle marmalade')).toBe(false)
  })

  test('treats the two Unicode forms of an accent as the same password', async () => {
    const word = 'crème brûlée für Åsa'
    expect(word.normalize('NFD')).not.toBe(word.normalize('NFC'))
    expect(await matches(word.normalize('NFC'), word.normalize('NFD'))).toBe(true)
  })

  test('continues if one of many hashes fails', async () => {
    const broken = hashing.verify({ hash: 'no hash', password: 'x' }).catch(() => 'failed')
    const fine = matches('otters juggle marmalade', 'otters juggle marmalade')
    expect(await broken).toBe('failed')
    expect(await fine).toBe(true)
  })
})
