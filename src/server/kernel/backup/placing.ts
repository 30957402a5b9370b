/** How a restored copy takes the place of the original: the same steps as in docs/backup.md. */
import { existsSync } from 'node:fs'
import { sep } from 'node:path'

/** Lines for the operator. `dataDir`: that of the original. Both paths are absolute. */
export function placingLines(to: string, dataDir: string): string[] {
  // a folder cannot be moved to a place within itself
  const aside = to.startsWith(dataDir + sep) ? `${dataDir}-restored` : to
  const moves = [
    ...(aside === to ? [] : [`mv ${to} ${aside}`]),
    ...(to !== dataDir && existsSync(dataDir) ? [`mv ${dataDir} ${dataDir}-before`] : []),
    ...(to === dataDir ? [] : [`mv ${aside} ${dataDir}`]),
  ]
  const steps = ['stop the original', ...moves, 'npm run backup -- --take-over', 'npm start']
  return [
    'To put it into the place of the original (with the service: systemctl stop fatherkin, fatherkin backup, systemctl start fatherkin):',
    ...steps.map((step, at) => `  ${at + 1}. ${step}`),
  ]
}
