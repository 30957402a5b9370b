/** Puts the sum of all counts in front of the document's title: "(3) Feed". Follows every change of the title. */
import { BADGE } from '#contract/badge-words.ts'

export function countsInTitle() {
  let sum = 0
  let bare = document.title
  let put: string | null = null

  const look = () => {
    // the title was changed by the page
    if (document.title !== put) bare = document.title
    put = sum > 0 ? `(${sum > BADGE.most ? `${BADGE.most}+` : sum}) ${bare}` : bare
    if (document.title !== put) document.title = put
  }
  const observer = new MutationObserver(look)
  observer.observe(document.head, { subtree: true, childList: true, characterData: true })
  return {
    show(now: number): void {
      sum = now
      look()
    },
    stop(): void {
      observer.disconnect()
      sum = 0
      look()
    },
  }
}
