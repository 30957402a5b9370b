/** What the Node program passes to a page with each request. In the browser it does not exist. */
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
  /** JSON (page-data.tsx) */
  data: string
  fragments: Fragments
}

export interface PageContext {
  /** the contract, called in the same process on behalf of this viewer */
  api: ApiClient
  viewer: Viewer | null
  /** the nonce of every script in this response (Content-Security-Policy) */
  nonce: string
  brand: Brand
  /** the time of this request, so that server and browser render the same words */
  now: Date
  /** the address of the site, without a trailing slash */
  publicUrl: string
  dev: boolean
  /** receives the rendered page */
  drawn?: Drawn
  /** rendered once for many visitors, most of whom come for the first time and have nothing cached */
  shared: boolean
  /** the time zone that this browser has reported before; null for visitors and for a first page */
  zone: string | null
}

/** The context of the request being rendered; undefined in the browser. */
export const page = (): PageContext | undefined => getGlobalStartContext() as PageContext | undefined
