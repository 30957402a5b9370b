/** Empty answers for the pages behind the links of the bars and of the categories. */
import type { Device } from '#contract/account.ts'
import { aStanding } from './assistant-makers.ts'
import { aCategory, aPage, theCategories } from './makers.ts'
import type { Answers } from './standin.ts'

/** What the settings request, with these devices. */
export const answersOfSettings = (devices: Device[] = []): Answers => ({
  account: { listDevices: () => devices, signOutOthers: { signed_out: devices.length - 1 } },
  members: { getNotices: { wanted: true } },
  events: { getCalendarFeed: { path: null } },
  blocks: { listBlocks: aPage() },
  assistant: { getAssistant: aStanding() },
})

/** A link preloads its page when it gets the focus or the mouse enters it, on every screen. */
export const answersOfBars = (): Answers => ({
  ...answersOfSettings(),
  categories: { getCategory: ({ slug }) => theCategories.find((one) => one.slug === slug) ?? aCategory() },
  feed: { listFeed: aPage(), listCategoryPosts: aPage() },
  groups: {
    getGroupsOverview: { mine: [], mine_count: 0, popular: [], new: [] },
    listGroups: { ...aPage(), count: 0, count_open: false },
  },
  pods: { listPods: { items: [], page: 1, pages: 1 }, listPodRequests: aPage() },
  nearby: { getLocalProfile: { local_mode_enabled: false, location: null, latitude: null, longitude: null } },
  connections: { countConnections: { kin: 0, incoming: 0, sent: 0 } },
})
