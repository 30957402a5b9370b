/** What the Node program hands to a page with each request. In the browser there is none. */
import type { ContractRouterClient } from '@orpc/contract'
import { getGlobalStartContext } from '@tanstack/react-start'
import type { Viewer } from '#contract/account.ts'
import type { Contract } from '#contract/index.ts'
import type { Fragments } from './fragments.ts'

export type ApiClient = ContractRouterClient<Contract>

export interface Brand {
  /** the product's name */
  name: string
  /** the assistant's name */
  assistant: string
}

export interface Drawn {
  html: string
  fragments: Fragments
}

export interface PageContext {
  /** the contract, called in process on behalf of this viewer */
  api: ApiClient
  viewer: Viewer | null
  /** for every script of this response (Content-Security-Policy) */
  nonce: string
  brand: Brand
  /** the clock of this request, so that server and browser draw the same words */
  now: Date
  /** where the product is reached, without a slash at the end */
  publicUrl: string
  dev: boolean
  /** where the page goes when it is drawn */
  drawn?: Drawn
  /** drawn once for many visitors, most of whom come for the first time and have nothing of ours yet */
  shared: boolean
  /** the time zone that this browser has told before; null: none yet, or a visitor's */
  zone: string | null
}

/** The context of the request being rendered; undefined in the browser. */
export const page = (): PageContext | undefined => getGlobalStartContext() as PageContext | undefined
