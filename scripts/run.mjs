// Behind every npm script: installs what is missing, builds the pages where they are needed, then runs the program on
// the packaged Node. Runs on whatever Node ≥ 20 the machine has, so nothing here may need a package or TypeScript.
//
// What the program gets: PAGES_DIR (start, demo, test, again, bench, guarantees: folder with client/ and server/),
// FATHERKIN_DEV=1 (dev), FATHERKIN_DEMO=1 (demo), its arguments, the terminal, and signals, some of them twice.
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { install, isInstalled } from './install.mjs'
import { buildPages, builtPages, holdPages, markPages } from './pages.mjs'
import { alone, packagedNode, run, Stop } from './processes.mjs'

const programs = {
  // builds only: for an image, or for a service that may not write here
  build: { pages: true },
  start: { file: 'src/main.ts', pages: true },
  dev: { file: 'src/main.ts', env: () => ({ FATHERKIN_DEV: '1' }) },
  demo: {
    file: 'src/main.ts',
    pages: true,
    // The demo never touches a real community's data. Where it lives may be said, so that tests run it elsewhere.
    env: ({ PORT, DATA_DIR }) => ({
      FATHERKIN_DEMO: '1',
      PORT: PORT || '3100',
      DATA_DIR: DATA_DIR || './data-demo',
      DATABASE_URL: undefined,
      DATABASE_REPLICA_URL: undefined,
    }),
  },
  migrate: { file: 'src/migrate.ts' },
  'copy-database': { file: 'src/copy-database.ts' },
  backup: { file: 'src/backup.ts' },
  restore: { file: 'src/restore.ts' },
  doctor: { file: 'src/doctor.ts' },
  admin: { file: 'src/admin.ts' },
  'verify-answers': { file: 'src/verify-answers.ts' },
  seed: { file: 'bench/seed.ts' },
  evaluate: { file: 'src/evaluate.ts' },
  bench: { file: 'bench/run.ts', pages: true, stopsWithNpm: true },
  failover: { file: 'bench/failover/run.ts', pages: true, stopsWithNpm: true },
  pods: { file: 'bench/pod-life/run.ts', stopsWithNpm: true },
  guarantees: { file: 'test/guarantees/run.ts', pages: true, stopsWithNpm: true },
  again: { file: 'test/again.ts', pages: true, stopsWithNpm: true },
  mutants: { file: 'test/mutants/run.ts', stopsWithNpm: true },
  test: { file: 'test/run.ts', pages: true, stopsWithNpm: true },
}

const [name, ...args] = process.argv.slice(2)
const program = programs[name]
try {
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new Stop(`Node 20 or newer is needed; this is ${process.version}.`)
  if (!program) throw new Stop(`Usage: node scripts/run.mjs ${Object.keys(programs).join('|')} [arguments]`)

  // Both under the one lock: two first starts neither install nor build twice. Nothing to do needs no lock, and no
  // right to write.
  if (!isInstalled() || (program.pages && !builtPages())) await alone(prepare)
  if (!program.file) {
    console.log(`The pages are in ${markPages()}`)
    process.exit()
  }
  const env = { ...process.env, ...program.env?.(process.env), FATHERKIN_PARENT_FD: '3' }
  if (program.pages) env.PAGES_DIR = holdPages()
  const preload = new URL('./stop-with-parent.mjs', import.meta.url).href
  // The young heap: a smaller one takes twice as much of a busy instance's time for collecting; the default, twice this
  // size, would be a quarter of what an idle instance may take. The old one may grow by three fifths between two
  // collections; by default it grows to ten times what is in use. docs/performance.md has the figures.
  // On a small machine it takes less, for a quarter more processor time per page.
  const isSmall = env.SMALL ? env.SMALL === '1' : os.totalmem() <= 1.5e9
  if (isSmall) env.MALLOC_ARENA_MAX ??= '1'
  const list = isSmall ? './memory-small.json' : './memory.json'
  const memory = JSON.parse(readFileSync(new URL(list, import.meta.url), 'utf8'))
  process.exitCode = await run(packagedNode, [...memory, '--import', preload, program.file, ...args], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    isLast: true,
    stopsWithNpm: program.stopsWithNpm,
  })
} catch (error) {
  if (!(error instanceof Stop) && !error.code) throw error // with a code: a file that may not be written, no npm …
  console.error(error.message)
  process.exitCode = 1
}

async function prepare() {
  await install()
  if (program.pages && !builtPages()) await buildPages()
}
