import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './bounded.ts'
import { licenceProblems, specialLicences } from './licences.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { packages } = JSON.parse(read('package-lock.json'))
const document = read('docs/licences.md')

test('every runtime package has a permitted licence, or a line with its licence and a reason in docs/licences.md', () => {
  expect(licenceProblems(packages, specialLicences(document))).toEqual([])
  // a check that reads nothing would find nothing
  expect(Object.keys(packages).length).toBeGreaterThan(200)
})

test('docs/licences.md names the packages of data and the typefaces that are shipped, and no package that is not', () => {
  const data = document.slice(
    document.indexOf('## Data and typefaces'),
    document.indexOf('## Programs inside packages'),
  )
  const named = [...data.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const places = named.filter((name) => !/^[A-Z_]+$|^\//.test(name))
  for (const place of places) {
    if (/\.\w+$/.test(place)) expect(globSync(place, { cwd: root }), place).toEqual([place])
    else expect(packages[`node_modules/${place}`], place).toBeDefined()
  }
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'))
  // packages whose names say that they hold data; an engine such as @zxcvbn-ts/core does not
  const holdsData = /cities|zipcodes|timezones|language-|model-|^lucide$/
  const ofData = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => holdsData.test(name))
  expect(ofData.length).toBeGreaterThan(5)
  expect(places).toEqual(expect.arrayContaining([...ofData, ...globSync('src/web/fonts/*.woff2', { cwd: root })]))
})

describe('a licence', () => {
  const problemsOf = (license: unknown, special = [] as ReturnType<typeof specialLicences>) =>
    licenceProblems({ '': {}, 'node_modules/some': { license } }, special)

  test.each([
    'GPL-3.0-only',
    'UNLICENSED',
    'MIT AND GPL-3.0-only',
    '(GPL-2.0 OR AGPL-3.0)',
    'MIT OR (ISC AND GPL-3.0-only)',
  ])('%s is reported', (licence) => {
    expect(problemsOf(licence)).toEqual([`some is under ${licence}`])
  })

  test.each([undefined, '', { type: 'MIT' }])('that is missing or unreadable (%j) is reported', (licence) => {
    expect(problemsOf(licence)).toEqual(['some has no licence'])
  })

  test.each(['MIT', 'Apache-2.0 AND MIT', '(GPL-3.0-only OR MIT)'])('%s is permitted', (licence) => {
    expect(problemsOf(licence)).toEqual([])
  })

  test('of a package that only tests use is not checked', () => {
    expect(licenceProblems({ 'node_modules/some': { dev: true, license: 'GPL-3.0-only' } }, [])).toEqual([])
  })

  test('of a package inside another package is reported with both names', () => {
    const inside = { 'node_modules/@a/outer/node_modules/some': { license: 'GPL-3.0-only' } }
    expect(licenceProblems(inside, [])).toEqual(['@a/outer > some is under GPL-3.0-only'])
  })
})

describe('a line of the table', () => {
  const line = { name: 'so*', licence: 'MPL-2.0', reason: 'It is not changed' }

  test('permits its package and licence, and no other', () => {
    const packagesWith = (licence: string) => ({ 'node_modules/some': { license: licence } })
    expect(licenceProblems(packagesWith('MPL-2.0'), [line])).toEqual([])
    expect(licenceProblems(packagesWith('GPL-3.0-only'), [line])).toEqual([
      'some is under GPL-3.0-only',
      'No package needs the line so* (MPL-2.0)',
    ])
    expect(licenceProblems({ 'node_modules/other': { license: 'MPL-2.0' } }, [line])).toContain(
      'other is under MPL-2.0',
    )
  })

  test('needs a reason', () => {
    const packagesOfIt = { 'node_modules/some': { license: 'MPL-2.0' } }
    expect(licenceProblems(packagesOfIt, [{ ...line, reason: '' }])).toEqual(['The line so* has no reason'])
  })
})
