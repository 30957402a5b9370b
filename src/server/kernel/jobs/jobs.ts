/** Background work: the job queue, mails, notices, and worker threads. */
export { type Mail, type MailPort, makeMail, type Notice } from './mail.ts'
export {
  addEachNotice,
  addNotice,
  addNotices,
  type MemberNotice,
  ownWishes,
  setNoticeWish,
  stopNoticesOfKey,
  wantsNotices,
} from './notice.ts'
export {
  addJob,
  addUrgentMails,
  deleteMailsAbout,
  deleteMailsTo,
  type JobFigures,
  jobFigures,
  NOTICE_JOB,
  prepareJobs,
  type RoomJobs,
  startJobs,
} from './queue.ts'
export { makeThread } from './worker-thread.ts'
