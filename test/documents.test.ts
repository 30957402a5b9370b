import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './bounded.ts'
import { missingPaths } from './documents.ts'

test('every file that a document names exists', () => {
  const files = globSync(['*.*', 'Dockerfile', 'ops/*', '{src,test,db,bench,scripts,docs,ops}/**/*.*'], { cwd: root })
  const documents = files.filter((file) => /^(?:docs\/.*|[^/]*)\.md$/.test(file))
  const texts = new Map(documents.map((document) => [document, readFileSync(join(root, document), 'utf8')]))
  expect(missingPaths(files, texts)).toEqual([])
  // a check that reads nothing would find nothing
  expect(files.length).toBeGreaterThan(1000)
  expect(documents.length).toBeGreaterThan(30)
})

describe('a missing file is reported', () => {
  const files = ['docs/tour.md', 'src/server/votes/votes.ts', 'src/server/votes/votes.test.ts', 'test/e2e/kin.spec.ts']
  const missingIn = (text: string) => missingPaths(files, new Map([['docs/tour.md', text]])).map(({ path }) => path)

  test.each([
    ['a file', 'See `src/server/votes/vote.ts`.', 'src/server/votes/vote.ts'],
    ['the end of a path', 'See `votes/vote.ts`.', 'votes/vote.ts'],
    ['a test', 'Shown by `votes/vote`.', 'votes/vote'],
    ['a folder', 'See `src/server/polls`.', 'src/server/polls'],
    ['a link', 'See [words](words.md).', 'docs/words.md'],
  ])('%s', (_what, text, path) => {
    expect(missingIn(text)).toEqual([path])
  })

  test('and an existing file is not', () => {
    const text = `\`src/server/votes\`, \`server/votes/\`, \`src/server/votes/votes.ts\`, \`votes.ts\`, \`votes/votes\`, \`e2e/kin\`,
      [the tour](tour.md), [the tests](../test/e2e), [Node](https://nodejs.org), \`/rpc\`, \`DATA_DIR/secret\`, \`npm test\``
    expect(missingIn(text)).toEqual([])
  })

  test('but not in the output of a command, nor in a code block', () => {
    const written = '<!-- figures: written by the run -->\n`votes/old.ts`\n<!-- end of figures -->\n'
    expect(missingIn(`${written}\n\`\`\`\n\`votes/old.ts\`\n\`\`\`\n`)).toEqual([])
  })
})
