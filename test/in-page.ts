/** Functions that journeys and screens run in a page. Each is serialised, so it uses nothing from outside itself. */

/** Resolves when the page has received its new size, has reacted to it, and nothing moves. */
export async function calm(): Promise<void> {
  for (let frame = 0; frame < 2 || document.getAnimations().length; frame++) await new Promise(requestAnimationFrame)
}

/**
 * Disables transitions, so that each change is immediate. Otherwise a colour, even with reduced motion, would change from
 * element to element, each with a transition and a frame of its own, which takes longer than the check itself.
 */
export function holdStill(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Undoes `holdStill`. */
export function letMove(): void {
  document.adoptedStyleSheets.pop()
}

/** The elements that extend beyond the right or left edge of the page. */
export function stickingOut(): string[] {
  const width = document.documentElement.clientWidth
  const name = (element: Element) => element.outerHTML.slice(0, 100)
  const found =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
  const isHeld = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      // a list that scrolls by itself, or a picture that is cropped on purpose
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
