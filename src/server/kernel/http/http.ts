/** What every HTTP request passes: rate limits, deadlines, load shedding, security headers, bodies, and the cache of pages for visitors. */
export {
  addressOf,
  addressOfRequest,
  CALLER_HEADER,
  CALLER_SOURCE_HEADER,
  callerAt,
  decodable,
  leadsToItself,
  publicLocation,
  withoutHost,
  withoutPage,
} from './addresses.ts'
export { jsonOnly } from './bodies.ts'
export { type BodyLimits, bodyLimitsOf } from './body-limits.ts'
export { acceptsGzip, compressed } from './compress.ts'
export { type Deadline, deadlineOf, inTime } from './deadline.ts'
export { PLAIN_JSON, REJECT_REGEXP } from './json.ts'
export {
  addressKey,
  expiredLimits,
  type Limits,
  makeLimits,
  plainAddress,
  type RateLimit,
  refuseFor,
  unlimited,
} from './limits.ts'
export { shedLoad } from './load-shedding.ts'
export { loggedPath } from './logged-path.ts'
export { OUTAGE_CSP, outagePage } from './outage-page.ts'
export { makeRecentAnswers } from './recent-answers.ts'
export { fewParameters, pagePolicy, sameOrigin, secured } from './security.ts'
export { shortHeaders } from './short-headers.ts'
export { type Forms, namesTag, type StoredAnswer, sendStored, storedAnswer, tagOf } from './stored-answer.ts'
export { textStream } from './text-stream.ts'
export { answerUnhandled, answerUnparsed, encodeBackslashes } from './unreadable.ts'
export { makeUploadLimits } from './upload-limits.ts'
export {
  HELP_LINES,
  makeVisitorTime,
  noteRendering,
  refusalsOf,
  type VisitorTime,
  visitorBudget,
} from './visitor-budget.ts'
export { type CachedPage, makeVisitorCache, sharedAddress, VISITORS_TOPIC } from './visitor-cache.ts'
export { zoneOf } from './zone.ts'
