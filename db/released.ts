/**
 * The released versions, oldest first, and the newest migration of each. Migrations after the last one are not released yet:
 * `test/migration-locks` and `test/upgrade` check them. A release adds its line (docs/releases.md).
 */
export const RELEASED = [{ version: '0.1.0', migration: '050-pending-trials' }] as const

/**
 * Tables whose number of rows does not grow with members or with what they write. A migration may read and rewrite them while
 * it locks them.
 */
export const SMALL_TABLES = [
  'achievements',
  'assistant_settings',
  'categories',
  'function_sets',
  'help_lines',
  'readers',
  'reserved_words',
  'retrieval_sweeps',
  'retrieval_totals',
  'sitemap_parts',
  'totals',
] as const
