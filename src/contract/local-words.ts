/** Local: limits and messages of places, nearby dads and events, for server and browser. Imports no parser. */

/** Miles around the member. */
export const RADII = [5, 10, 25, 50] as const
export type Radius = (typeof RADII)[number]
export const RADIUS_USUAL: Radius = 25

/** The maximum numbers of nearest dads: in an answer, on the page, and on the card of the desktop layout. */
export const NEARBY = { most: 50, shown: 10, card: 5 } as const

/** Options for the browser's geolocation, in milliseconds. */
export const GEOLOCATION = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 } as const

export const ADDRESS_MAX = 300
export const EVENT = {
  title: 200,
  description: 10_000,
  address: ADDRESS_MAX,
  comment: 10_000,
  /** the earliest week of the calendar */
  firstWeek: '2025-06-01',
  /** events shown per day of a calendar */
  perDay: 2,
  /** further events of a day are counted up to this */
  counted: 99,
  /** the duration in hours of an event without an end */
  hours: 2,
  /** how many years ahead an event may be */
  yearsAhead: 5,
} as const

export const SAY_LOCAL = {
  signIn: 'Please sign in to see what is near you',
  modeOn: 'Local mode enabled! You can now see and be seen by nearby dads.',
  modeFailed: 'Failed to enable local mode',
  modeOffFailed: 'Failed to turn local mode off',
  modeNeeded: 'Turn on local mode first',
  locationUpdated: 'Location updated successfully!',
  locationFailed: 'Failed to update location',
  usingCurrent: 'Using your current location',
  currentFailed: 'Failed to get current location',
  validated: 'Location validated successfully',
  validateFailed: 'Failed to validate address',
  geocodeFailed: 'Failed to geocode address',
  addressBlank: 'Please enter an address',
  locationBlank: 'Please enter a location first',
  placeUnknown: 'We do not know this place. Try a town or a postal code.',
  geocoderAway: 'The address service does not answer right now. A town or a postal code works.',
  signInToEvents: 'Please sign in to see the events',
  signInToCreate: 'Please sign in to create events',
  signInToAttend: 'Please sign in to attend events',
  signInToComment: 'Please sign in to comment',
  eventMissing: 'Event not found.',
  eventIncomplete: 'Please fill in all required fields',
  eventFailed: 'Failed to create event',
  eventMade: 'Event created successfully!',
  eventUpdateFailed: 'Failed to update event',
  eventCancelFailed: 'Failed to cancel event',
  attending: "You're now attending this event!",
  left: "You've left this event",
  attendFailed: 'Failed to update attendance. Please try again.',
  commented: 'Comment added successfully!',
  commentFailed: 'Failed to add comment. Please try again.',
  commentBlank: 'Please enter a comment',
  commentDeleteFailed: 'Failed to delete comment. Please try again.',
} as const
