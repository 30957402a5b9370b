/** People who sign up: invented here, signed up over HTTP, with the link from their mail. */
import { expect } from 'vitest'
import { type Answer, type Browser, makeBrowser, nthMail } from './client.ts'
import type { Served } from './world.ts'

export interface Newcomer {
  username: string
  email: string
  password: string
  /** the display name, if one is sent */
  name?: string
}
export interface SignedUp {
  person: Newcomer
  browser: Browser
  answer: Answer
  link: string
  token: string
}

export const tokenOf = (link: string | undefined) => new URL(link!).searchParams.get('token')!

export function makeNewcomers(served: Served, password: string) {
  let count = 0
  const newcomer = (): Newcomer => {
    const username = `new.${++count}`
    return { username, email: `${username}@example.org`, password }
  }

  /** `mails`: how many mails of its kind this address then has, so that the newest one is read and not the one before. */
  async function signedUp(person = newcomer(), mails = 1): Promise<SignedUp> {
    const browser = makeBrowser(served.url)
    const answer = await browser.call('/sign-up/email', person)
    expect(answer.status).toBe(200)
    const { link } = await nthMail(served, 'verify', person.email, mails)
    return { person, browser, answer, link: link!, token: tokenOf(link) }
  }
  return { newcomer, signedUp }
}
