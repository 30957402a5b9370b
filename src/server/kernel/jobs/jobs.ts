/** Background work: the job queue, mails, notices, and worker threads. */
export { type Mail, type MailPort, type MailSource, makeMail, type Notice } from './mail.ts'
export {
  addEachNotice,
  addNotice,
  type MemberNotice,
  memberOfNoticeKey,
  ownWishes,
  setNoticeWish,
  stopNoticesOfKey,
  wantsNotices,
} from './notice.ts'
export {
  addJob,
  addUrgentMails,
  deleteMailsTo,
  type JobFigures,
  jobFigures,
  NOTICE_JOB,
  prepareJobs,
  type RoomJobs,
  startJobs,
} from './queue.ts'
export { forgetWordsAbout, type MailWriters, textOf } from './rewriting.ts'
export { makeThread } from './worker-thread.ts'
