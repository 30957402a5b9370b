/** What a start prints on a terminal. */
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { administratorHint, migratedLine } from '../src/start-words.ts'

test('the command for an administrator works where the instance is, and is left out where none is needed', () => {
  const hint = (env: Record<string, string>) => administratorHint(readConfig(env))
  expect(hint({})).toBe('To become an administrator: npm run admin -- YOUR@EMAIL')
  expect(hint({ DATA_DIR: 'data' })).toBe('To become an administrator: npm run admin -- YOUR@EMAIL')
  expect(hint({ DATA_DIR: '/srv/dads' })).toBe(
    'To become an administrator: DATA_DIR=/srv/dads npm run admin -- YOUR@EMAIL',
  )
  expect(hint({ DATA_DIR: "./dads' own" })).toBe(
    `To become an administrator: DATA_DIR='${resolve('dads')}'\\'' own' npm run admin -- YOUR@EMAIL`,
  )
  expect(hint({ DATABASE_URL: 'postgres://dad:kestrel@db.example/dads' })).toBe(
    'To become an administrator, with the same DATABASE_URL: npm run admin -- YOUR@EMAIL',
  )
  expect(hint({ ADMIN_EMAILS: 'chief@example.org', DATA_DIR: '/srv/dads' })).toBe(null)
})

test('a first start says in one line that the database is ready, and an upgrade names what it applied', () => {
  const known = ['001-a.sql', '002-b.sql']
  expect(migratedLine(['001-a', '002-b', 'functions'], known)).toEqual([{}, 'the database is ready: 3 steps'])
  expect(migratedLine(['002-b'], known)).toEqual([{ migrations: ['002-b'] }, 'the database is up to date'])
})
