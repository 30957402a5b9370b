/** What journeys and screens ask of a page. It is run in it, so each of these uses nothing from outside itself. */

/** Resolves when the page has heard of its new size, has answered to it, and nothing moves. */
export async function calm(): Promise<void> {
  for (let frame = 0; frame < 2 || document.getAnimations().length; frame++) await new Promise(requestAnimationFrame)
}

/**
 * What changes is at once what it will be. Even without motion a colour would otherwise go down the page from element to
 * element, each with a transition of its own and a frame for it: that takes longer than to look at it.
 */
export function holdStill(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** After `holdStill`. */
export function letMove(): void {
  document.adoptedStyleSheets.pop()
}

/** What reaches beyond the right or left edge of the page. */
export function stickingOut(): string[] {
  const width = document.documentElement.clientWidth
  const name = (element: Element) => element.outerHTML.slice(0, 100)
  const found =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
  const isHeld = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      // a list that scrolls by itself, or a picture that is cut on purpose
      if (getComputedStyle(at).overflowX !== 'visible') return true
    }
    return false
  }
  for (const element of document.body.querySelectorAll('*')) {
    const { left, right, width: own, height } = element.getBoundingClientRect()
    if (own > 1 && height > 1 && (right > width + 1 || left < -1) && !isHeld(element)) found.push(name(element))
  }
  return found.slice(0, 5)
}
