/**
 * Runs the three programs of TypeScript in parallel, for `npm test`. Each has one checker: on two cores more checkers take
 * twice the CPU time and save no time. The build information of unchanged files is stored beside the packages.
 */
import { spawn } from 'node:child_process'

const PROJECTS = ['server', 'web', 'e2e']

/** The exit code. */
function check(project: string): Promise<number> {
  const known = `node_modules/.cache/types-${project}.tsbuildinfo`
  const kept = ['--incremental', '--tsBuildInfoFile', known]
  const args = ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${project}.json`, '--checkers', '1', ...kept]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const codes = await Promise.all(PROJECTS.map(check))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
