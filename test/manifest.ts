/** A manifest of a base backup for tests: of one part, and complete. */
import type { Manifest } from '#server/kernel/backup/manifest.ts'

export const manifestOf = (id: string, more: Partial<Manifest> = {}): Manifest => ({
  format: 1,
  id,
  started_at: '2026-11-26T10:15:00Z',
  ended_at: '2026-11-26T10:16:00Z',
  start_lsn: '0/28',
  start_segment: '000000010000000000000001',
  timeline: 1,
  system: '7',
  postgres: 18,
  program: '0.1.0',
  raw_bytes: 1,
  stored_bytes: 1,
  parts: ['x'],
  images: 0,
  ...more,
})
