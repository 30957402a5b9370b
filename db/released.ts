/**
 * The released versions, oldest first, and the newest migration of each. Migrations after the last one are not released yet:
 * `test/migration-locks` and `test/upgrade` check them. A release adds its line (docs/releases.md).
 */
export const RELEASED = [{ version: '0.1.0', migration: '050-pending-trials' }] as const

/**
 * What the last released version has and this one has not, or has otherwise: columns, functions and rules. A line is allowed if
 * a released version already works without it; `since` names that version (decision 059). `test/upgrade` compares.
 */
export const CONTRACTED: readonly { what: string; since: string; why: string }[] = [
  ...[
    'turn_posts(network uuid, most integer, most_comments integer)',
    'hold_coming(member uuid)',
    'hold_comings(one uuid, other uuid)',
    'hold_way_in(network uuid, member uuid)',
    'may_go(member uuid)',
    'hold_post(post uuid)',
    'hold_post_alone(post uuid)',
    'hold_standing(post uuid)',
    'hold_open(post uuid, writer uuid)',
    'hold_group(network uuid)',
    'hold_group_alone(network uuid)',
    'hold_event(event uuid, member uuid)',
    'hold_member(member uuid)',
    'hold_pair(one uuid, other uuid)',
    'hold_blocks(blocker uuid)',
    'words_mark(title text, content text)',
  ].map((name) => ({
    what: `function ${name}`,
    since: '0.1.0',
    why: 'The name that the function had before migration 041.',
  })),
  {
    what: "rule reserved_words: CHECK ((kind = ANY (ARRAY['office'::text, 'title'::text, 'filler'::text, 'phrase'::text, 'brand'::text, 'assistant'::text])))",
    since: '0.1.0',
    why: 'It allows all kinds that the rule of this version allows, and two more.',
  },
]

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
