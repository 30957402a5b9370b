/**
 * The Mail port: SMTP if an address is configured, otherwise files in the outbox. Mails are jobs, never sent inline.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { Config } from '#config'
import { oneLine } from '#contract/names.ts'
import { escapeHtml } from '../text/text.ts'

/**
 * Of what a mail is written again when it is sent: what happened, by ids and without words. Somebody may have deleted his words
 * since, and the reader may not be allowed to read them any more.
 */
export interface MailSource {
  /** names the writer: one of `mails` of a `RoomJobs` */
  kind: string
  data: Record<string, unknown>
  /** when it happened (ISO) */
  at?: string
}

export interface Notice {
  /** part of the outbox file's name */
  kind: string
  subject: string
  paragraphs: string[]
  /** a path of this site, from "/" */
  link: { path: string; label: string }
  /** links beside the first one, each with an answer; opening one changes nothing */
  choices?: { path: string; label: string }[]
  /** what the link at the end stops, in words and as parameters of its page; left out: all notices */
  stops?: { label: string; query: Record<string, string> }
  reason: string
  /** The mail is not sent if this moment (ISO) has passed by the database's clock, however long the mail server was away. */
  until?: string
  /** the id of what the mail quotes: `forgetWordsAbout` takes its words out of the queue */
  about?: string
}

export interface Mail {
  /** part of the outbox file's name: "verify", "reset" */
  kind: string
  to: string
  subject: string
  /** paragraphs of plain text; the link follows them */
  paragraphs: string[]
  /** a whole URL, or a path of this site */
  link?: { url: string; label: string }
  /** further links, each with an answer */
  choices?: { url: string; label: string }[]
  /** why the recipient gets this mail */
  reason: string
  /** the unsubscribe link for mails of this kind: a URL, or a path of this site */
  stop?: string
  /** left out: "Stop mails like this" */
  stopLabel?: string
  /** not sent if this moment (ISO) has passed by the database's clock */
  until?: string
  /** the id of what the mail quotes (`forgetWordsAbout`) */
  about?: string
  /** of a mail that is written again when it is sent, if its recipient is a member: his id */
  member?: string
  /** left out: the mail quotes nobody, or is of an older version */
  source?: MailSource
}

export interface MailPort {
  deliver(mail: Mail): Promise<void>
  /** Throws if mails cannot be delivered at the moment. Sends nothing. */
  check(): Promise<void>
  /** where mail goes, for the line that the start prints */
  description: string
}

const OUTBOX_MAX_AGE_MS = 7 * 24 * 3600 * 1000
/** The time between two looks for old mails in the outbox. */
const SWEEP_MS = 3600 * 1000

export function makeMail(config: Config): MailPort {
  return config.smtpUrl ? smtp(config, config.smtpUrl) : outbox(config)
}

function smtp(config: Config, url: string): MailPort {
  // a server that does not respond must not block a worker for ever
  const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }
  const transport = createTransport({ url, ...patience })
  return {
    description: `by SMTP to ${new URL(url).host}`,
    deliver: async (mail) => void (await transport.sendMail(compose(config, mail))),
    check: async () => void (await transport.verify()),
  }
}

function outbox(config: Config): MailPort {
  let last = 0
  let swept = Number.NEGATIVE_INFINITY
  return {
    description: `to ${config.outboxDir}`,
    check: async () => void (await mkdir(config.outboxDir, { recursive: true, mode: 0o700 })),
    async deliver(mail) {
      await mkdir(config.outboxDir, { recursive: true, mode: 0o700 })
      const bytes = await new MailComposer(compose(config, mail)).compile().build()
      last = Math.max(Date.now(), last + 1) // two mails of one millisecond get different file names
      const time = new Date(last).toISOString().replace(/[:.]/g, '-')
      const recipient = mail.to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100)
      const aside = `${config.outboxDir}/.${randomBytes(8).toString('hex')}`
      await writeFile(aside, bytes, { mode: 0o600 })
      await rename(aside, `${config.outboxDir}/${time}-${mail.kind}-${recipient}.eml`)
      // not after each mail: it looks at every file
      if (performance.now() < swept + SWEEP_MS) return
      swept = performance.now()
      await forgetOld(config.outboxDir)
    },
  }
}

async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = `${folder}/${name}`
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > OUTBOX_MAX_AGE_MS) await unlink(file).catch(() => {})
  }
}

function compose(config: Config, mail: Mail) {
  const { paragraphs, link, choices = [], stop, stopLabel = UNSUBSCRIBE_LABEL } = mail
  const reason = stop ? `${mail.reason} ${stopLabel}:` : mail.reason
  const foot = `-- \n${reason}${stop ? `\n${stop}` : ''}`
  const links = [...choices, ...(link ? [link] : [])].map(({ label, url }) => `${label}:\n${url}`)
  const text = [...paragraphs, ...links, foot].join('\n\n')
  const answers = choices
    .map(({ label, url }) => `<p><a href="${escapeHtml(url)}" style="${CHOICE}">${escapeHtml(label)}</a></p>`)
    .join('')
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`
    : ''
  const html = `<!doctype html><html lang="en"><body style="${PAGE}"><p style="font-weight:bold;font-size:20px">${escapeHtml(config.brand.name)}</p>${paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join(
      '',
    )}${answers}${button}<p style="color:#4E463B;font-size:14px">${escapeHtml(mail.reason)}${stop ? ` <a href="${escapeHtml(stop)}" style="color:#4E463B">${escapeHtml(stopLabel)}</a>` : ''}</p></body></html>`
  return {
    from: config.mailFrom,
    // as an object, so that nothing in the address is parsed as a second one
    to: { name: '', address: mail.to },
    // a line break in the subject must not start another header
    subject: oneLine(mail.subject),
    text,
    html,
    // the link on its own line, for scripts that read the outbox
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(link ? { 'X-Link': { prepared: true, value: link.url } } : {}),
      ...(stop ? { 'List-Unsubscribe': { prepared: true, value: `<${stop}>` } } : {}),
    },
  }
}

const UNSUBSCRIBE_LABEL = 'Stop mails like this'
const PAGE =
  'margin:0 auto;padding:24px;max-width:520px;background:#F8F6F0;color:#211C16;font:17px/1.5 Arial,sans-serif'
const CHOICE =
  'display:block;max-width:260px;padding:12px 18px;border:1px solid #1B5546;border-radius:6px;color:#1B5546;text-decoration:none;font-weight:bold'
const BUTTON =
  'display:inline-block;padding:12px 18px;border-radius:6px;background:#1B5546;color:#FBFAF5;text-decoration:none;font-weight:bold'
