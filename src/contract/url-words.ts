/**
 * Every page of the product: its path and its properties. The name of a line is the name of its file in src/web/pages.
 * The router, the navigation, the gate of the first steps, the sitemap, the page cache for visitors and the build read this
 * table; a path that is not here is a 404.
 */

/** The five areas of the site, as header and tab bar show them. */
export type Spot = 'feed' | 'groups' | 'pods' | 'local' | 'profile'

/** The header below 768 px. */
export type PhoneHeader = 'shown' | 'hidden' | 'centred'

export interface Url {
  /** `$name` stands for one part of the path */
  path: string
  /** the area that the navigation marks as current; the links are in src/web/shell/area-links.ts and tab-bar.tsx */
  spot?: Spot
  /** the page is the area's own page, not one inside it */
  isSpot?: true
  /** who sees the page without header and tab bar, because it is part of signing in or out */
  withoutBarsFor?: 'visitor' | 'member' | 'both'
  /** who may open it before he has finished the first steps: every new member, or an administrator only */
  beforeFirstSteps?: 'everyone' | 'administrators'
  /** the header on a phone, if it is not 'shown'; `localMode` is for a member who has local mode on */
  phone?: { visitor?: PhoneHeader; member?: PhoneHeader; localMode?: PhoneHeader }
  /** visitors share one rendered copy (decision 012) */
  shared?: true
  /** in the sitemap; pages of posts, members and networks are listed one by one */
  sitemap?: true
  /** most visits begin here: the name of the script that the build puts its code into, shared with other pages of that name */
  script?: 'lists' | 'post'
}

export const URLS = {
  landing: { path: '/', spot: 'feed', isSpot: true, shared: true, sitemap: true },
  about: { path: '/about', beforeFirstSteps: 'everyone', shared: true, sitemap: true },
  'help-lines': { path: '/help-lines', beforeFirstSteps: 'everyone', shared: true, sitemap: true },

  // conversation; /feed shows the same as /categories, which is the canonical address
  categories: {
    path: '/categories',
    spot: 'feed',
    isSpot: true,
    shared: true,
    sitemap: true,
    script: 'lists',
    phone: { visitor: 'hidden', member: 'hidden' },
  },
  feed: {
    path: '/feed',
    spot: 'feed',
    isSpot: true,
    shared: true,
    script: 'lists',
    phone: { visitor: 'hidden', member: 'hidden' },
  },
  category: { path: '/category/$categoryName', spot: 'feed', shared: true, script: 'lists' },
  post: { path: '/post/$postId', spot: 'feed', shared: true, script: 'post' },
  user: { path: '/user/$username', shared: true },

  // account
  auth: { path: '/auth', withoutBarsFor: 'both' },
  login: { path: '/login', withoutBarsFor: 'both' },
  welcome: { path: '/welcome', withoutBarsFor: 'member', beforeFirstSteps: 'everyone' },
  verify: { path: '/verify', withoutBarsFor: 'visitor' },
  forgot: { path: '/forgot', withoutBarsFor: 'visitor' },
  reset: { path: '/reset', withoutBarsFor: 'visitor' },
  notices: { path: '/notices', withoutBarsFor: 'visitor' },
  settings: { path: '/settings', spot: 'profile' },
  'check-ins': { path: '/settings/check-ins', spot: 'profile' },
  profile: { path: '/profile', spot: 'profile', isSpot: true },
  questions: { path: '/questions', spot: 'profile' },

  // networks
  groups: { path: '/groups', spot: 'groups', isSpot: true, phone: { visitor: 'centred', member: 'hidden' } },
  'groups-all': { path: '/groups/all', spot: 'groups', isSpot: true, phone: { member: 'hidden' } },
  group: { path: '/group/$groupName', spot: 'groups', phone: { visitor: 'hidden', member: 'hidden' } },
  admin: { path: '/admin', beforeFirstSteps: 'administrators' },

  // pods
  pods: { path: '/pods', spot: 'pods', isSpot: true, phone: { visitor: 'centred', member: 'hidden' } },
  pod: { path: '/pod/$podName', spot: 'pods', phone: { member: 'hidden' } },
  'pod-rounds': { path: '/pod/$podName/rounds', spot: 'pods', phone: { member: 'hidden' } },

  // nearby dads and events
  local: { path: '/local', spot: 'local', isSpot: true, phone: { visitor: 'centred', localMode: 'hidden' } },
  'local-event': { path: '/local/$eventId', spot: 'local' },
  event: { path: '/event/$eventId', spot: 'local' },

  // for developers: every component in every state; a 404 outside development
  'styleguide-page': { path: '/styleguide' },
} as const satisfies Record<string, Url>

/** The query parameters by which shared pages differ, in the order of the normalised address. */
export const SHARED_PARAMETERS: readonly string[] = ['type', 'after']

/**
 * All query parameters that shared pages read. With one that is not in the list above, a page is rendered for each request:
 * hardly two visitors ask for the same. Any other parameter is ignored: other sites add theirs to links, and an address that
 * changes with each request must not cost a rendering each time.
 */
export const PAGE_PARAMETERS: readonly string[] = [
  ...SHARED_PARAMETERS,
  ...['q', 'in', 'order', 'exact', 'comment', 'quote', 'tab'],
]

export type PageName = keyof typeof URLS

/** The path of a page with `part` in place of `$name`. */
export const pathTo = (page: PageName, part: string) => URLS[page].path.replace(/\$\w+/, encodeURIComponent(part))

/** `part`: the pattern that replaces `$name` */
export const patternOf = ({ path }: Url, part: string) => path.replace(/\$\w+/g, part)

const patterns = Object.values<Url>(URLS).map((url) => [new RegExp(`^${patternOf(url, '[^/]+')}$`), url] as const)

/** The page at this path. The path must not end with a slash. */
export const urlAt = (path: string): Url | undefined => patterns.find(([pattern]) => pattern.test(path))?.[1]
