/** The data of a page, which the server writes into the page for the browser: a script element that is not executed. */
import { pack, unpack } from './json-data.ts'
import { page } from './page.ts'

const ID = 'page-data'

/** Called on the server, before the page is rendered. */
export function writePageData(data: unknown): void {
  // members' texts cannot end the element
  page()!.drawn!.data = pack(data).replaceAll('<', '\\u003c')
}

export const readPageData = (): unknown => unpack(document.getElementById(ID)!.textContent)

/** In the page before the scripts, because these may run before the rest of the page has arrived. */
export function PageData() {
  return (
    <script
      type="application/json"
      id={ID}
      // the browser keeps what the server wrote
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<"
      dangerouslySetInnerHTML={{ __html: page()?.drawn?.data ?? '' }}
    />
  )
}
