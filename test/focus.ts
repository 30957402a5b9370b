/** For members without a mouse: checks that the focus is visible. */

/** Runs in the page: returns "seen", or what is wrong with the focused element. */
export function lookAtFocus(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'the focus is lost'
  // a hidden radio button shows its focus on its label
  const shown = (focused.matches('.sr') && focused.closest('label')) || focused
  const name = `${shown.tagName.toLowerCase()} "${shown.textContent?.trim().slice(0, 40)}"`
  const boxes = [...shown.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  if (boxes.length === 0) return `${name} has no size`
  // the start of a page or of a section is not a control: it needs no ring and may be larger than the window
  const isStart = focused.getAttribute('tabindex') === '-1'
  // a card with one button that fills it has the ring around the whole card
  const rings = [focused, shown, shown.parentElement].map((element) => getComputedStyle(element ?? focused))
  const ringed = [...rings, getComputedStyle(focused, '::after')].some(({ outlineStyle, outlineWidth }) => {
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!isStart && !ringed) return `${name} shows no focus`
  const uncovered = boxes.some((box) => {
    for (const across of [0.1, 0.5, 0.9]) {
      for (const down of [0.1, 0.5, 0.9]) {
        const [x, y] = [box.left + box.width * across, box.top + box.height * down]
        const hit = document.elementFromPoint(x, y)
        if (hit && (shown.contains(hit) || hit.contains(shown))) return true
      }
    }
    return false
  })
  return uncovered || isStart ? 'seen' : `${name} is out of sight or covered`
}
