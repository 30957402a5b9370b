/** The last lines of a restore, and the steps of the documents. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placingLines } from './placing.ts'

test('a restored copy is moved to the place of the original, and then takes over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-placing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const steps = (to: string) => placingLines(to, data).slice(1)
  const end = (from: number) => [`  ${from}. npm run backup -- --take-over`, `  ${from + 1}. npm start`]
  // on a new machine
  expect(steps(data)).toEqual(['  1. stop the original', ...end(2)])
  expect(steps(join(folder, 'restored'))).toEqual([
    '  1. stop the original',
    `  2. mv ${folder}/restored ${data}`,
    ...end(3),
  ])
  mkdirSync(data)
  expect(steps(join(folder, 'restored'))).toEqual([
    '  1. stop the original',
    `  2. mv ${data} ${data}-before`,
    `  3. mv ${folder}/restored ${data}`,
    ...end(4),
  ])
  expect(steps(join(data, 'restored'))).toEqual([
    '  1. stop the original',
    `  2. mv ${data}/restored ${data}-restored`,
    `  3. mv ${data} ${data}-before`,
    `  4. mv ${data}-restored ${data}`,
    ...end(5),
  ])
})

test('the documents have the same steps', () => {
  const page = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')
  const service = [
    'mv /var/lib/fatherkin/restored /var/lib/fatherkin-restored',
    'mv /var/lib/fatherkin /var/lib/fatherkin-before',
    'mv /var/lib/fatherkin-restored /var/lib/fatherkin',
    'fatherkin backup -- --take-over',
    'systemctl start fatherkin',
  ].join('\n')
  expect(page('install.md')).toContain(service)
  expect(page('backup.md')).toContain(service)
  expect(page('backup.md')).toContain('mv data data-before\nmv restored data\nnpm run backup -- --take-over\nnpm start')
})
