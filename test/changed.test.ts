import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { root } from './bounded.ts'
import { changedFiles, choose, namedRooms, sourcesOf } from './changed.ts'
import { placeOf } from './walls.ts'

const house = new Map(
  Object.entries({
    'src/server/kernel/ctx.ts': '',
    'src/server/votes/rules.ts': '',
    'src/server/votes/votes.ts': `import './rules.ts'\nimport '../kernel/ctx.ts'`,
    'src/server/votes/votes.test.ts': `import '#test/world.ts'`,
    'src/server/pods/pods.ts': `import '../kernel/ctx.ts'`,
    'src/server/pods/pods.test.ts': `import '#test/world.ts'`,
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((room) => [`src/server/${room}/${room}.ts`, ''])),
    'src/server/api.ts': ['votes', 'pods', 'a', 'b', 'c', 'd']
      .map((room) => `import './${room}/${room}.ts'`)
      .join('\n'),
    'src/server/kernel/ctx.test.ts': `import './ctx.ts'`,
    'src/server/weighing/weighing.ts': `import '../votes/votes.ts'`,
    'src/server/weighing/weighing.test.ts': `import './weighing.ts'`,
    'src/web/votes/votes.tsx': '',
    'src/web/ui/button.tsx': '',
    'src/contract/votes.ts': '',
    'test/world.ts': `import '#server/api.ts'`,
    'test/races.test.ts': `import './world.ts'\nworld.as(ana).votes.cast()`,
    'test/rooms.test.ts': `import './world.ts'\nworld.as(ana).pods.join()`,
    'test/screens/votes.test.tsx': `screen.failNext('votes.cast')`,
    'test/screens/pods.test.tsx': 'answers: { pods: { join } }',
    'test/e2e/voting.spec.ts': '/** Voting on a train. Rooms: votes, pods. */',
    'test/e2e/waiting.spec.ts': '/** A minute of nothing. Rooms: votes. Too long for a quick run. */',
    'test/e2e/night.spec.ts': '/** A father at night. Rooms: everywhere. */',
  }),
)

test('a change in a room selects its tests, those of rooms that import it, and those that call or name it', () => {
  const chosen = choose(['src/server/votes/rules.ts'], house)
  expect(chosen.rooms).toEqual(['votes'])
  expect(chosen.tests).toEqual([
    'src/server/votes/votes.test.ts',
    'src/server/weighing/weighing.test.ts',
    'test/races.test.ts',
  ])
  expect(chosen.screens).toEqual(['test/screens/votes.test.tsx'])
  expect(chosen.journeys).toEqual(['test/e2e/voting.spec.ts'])
  expect(chosen.leftOut).toEqual(['test/e2e/waiting.spec.ts'])
})

test('a contract, a migration and a file of functions belong to the room that their name starts with', () => {
  for (const path of ['src/contract/votes.ts', 'db/migrations/029-votes-lock-first.sql', 'db/functions/votes.sql'])
    expect(choose([path], house).tests).toContain('src/server/votes/votes.test.ts')
})

test('a change outside the rooms selects every screen, and the journeys about everything', () => {
  const chosen = choose(['src/web/ui/button.tsx'], house)
  expect(chosen.screens).toEqual(['test/screens/votes.test.tsx', 'test/screens/pods.test.tsx'])
  expect(chosen.journeys).toEqual(['test/e2e/night.spec.ts'])
})

test('a changed test is selected itself', () => {
  expect(choose(['test/rooms.test.ts'], house).tests).toEqual(['test/rooms.test.ts'])
  for (const path of ['test/e2e/voting.spec.ts', 'test/e2e/waiting.spec.ts'])
    expect(choose([path], house).journeys).toEqual([path])
})

test('every journey names rooms that exist, or is run with everything', () => {
  const sources = sourcesOf(root)
  const rooms = new Set([...sources.keys()].flatMap((path) => (placeOf(path).isRoom ? [placeOf(path).folder] : [])))
  const journeys = [...sources].filter(
    ([path]) => path.endsWith('.spec.ts') && path !== 'test/e2e/every-screen.spec.ts',
  )
  const nameless = journeys.filter(([, source]) => {
    const named = namedRooms(source)
    return named.length === 0 || !named.every((room) => room === 'everywhere' || rooms.has(room))
  })
  expect(nameless.map(([path]) => path)).toEqual([])
})

test('a change in the assembly of all rooms selects the tests that start the program; a migration selects those of migrations', () => {
  const more = new Map([
    ...house,
    ['test/stopping.test.ts', 'const program = makeProgram()'],
    ['test/database.test.ts', ''],
    ['src/main.ts', ''],
  ])
  expect(choose(['src/main.ts'], more).tests).toContain('test/stopping.test.ts')
  expect(choose(['db/migrations/029-votes.sql'], more).tests).toContain('test/database.test.ts')
})

test('settings of the tools affect everything, and the output reports it; those of the screens select all screens', () => {
  for (const path of ['package-lock.json', 'vitest.config.ts', 'scripts/pages.mjs'])
    expect(choose([path], house).ofEverything).toEqual([path])
  expect(choose(['test/screens/setup.ts'], house).screens).toHaveLength(2)
  expect(choose(['src/server/votes/rules.ts'], house).ofEverything).toEqual([])
})

test('without a commit before the last one the command prints what to do', () => {
  expect(() => changedFiles(tmpdir())).toThrow('run npm test')
})
