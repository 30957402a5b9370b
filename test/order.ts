/**
 * Long files come first within each project, so that the workers end at about the same time; the others are ordered by size.
 * `npm test` prints the slowest files, which shows when the list is out of date.
 */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG = [
  'src/server/media/media.test.ts',
  'test/live-storms.test.ts',
  'src/server/kernel/postgres/embedded.test.ts',
  'test/matrix.test.ts',
  'test/crash.test.ts',
  'test/hostile.test.ts',
  'test/outage.test.ts',
  'test/stopping.test.ts',
  'bench/bulk/bulk.test.ts',
  'src/server/account/attempts.test.ts',
  'src/server/account/sign-in.test.ts',
  'test/live-endpoint.test.ts',
  'test/naughty.test.ts',
  'test/leaving.test.ts',
  'src/server/leaving/races.test.ts',
  'src/server/search/search.test.ts',
  'test/demo.test.ts',
]

export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(relative(root, moduleId))
      return at < 0 ? LONG.length : at
    }
    // a worker keeps its imported modules as long as it stays in one project
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...projects.values()].flatMap((specs) => specs.toSorted((a, b) => rank(a) - rank(b)))
  }
}
