/** Background work: the job queue, mails, notices, and worker threads. */
export { type Mail, type MailPort, type MailSource, makeMail, type Notice } from './mail.ts'
export {
  addEachNotice,
  addNotice,
  type MemberNotice,
  ownWishes,
  setNoticeWish,
  stopNoticesOfKey,
  wantsNotices,
} from './notice.ts'
export {
  addJob,
  addUrgentMails,
  deleteMailsTo,
  forgetWordsAbout,
  type JobFigures,
  jobFigures,
  type MailWriters,
  NOTICE_JOB,
  prepareJobs,
  type RoomJobs,
  startJobs,
  textOf,
} from './queue.ts'
export { makeThread } from './worker-thread.ts'
