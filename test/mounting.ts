/** Whether tests may mount a disk here: root on Linux may, unless a container forbids it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'fk-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'fk-test', place])
  if (status === 0) spawnSync('umount', ['-l', place])
  rmdirSync(place)
  return status === 0
}
