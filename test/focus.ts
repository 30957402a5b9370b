/** For whoever has no mouse: where he is must be seen. */

/** In the page: "seen", or what is wrong with the place of the focus. */
export function lookAtFocus(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'the focus is lost'
  // a hidden radio shows itself by its label
  const shown = (focused.matches('.sr') && focused.closest('label')) || focused
  const name = `${shown.tagName.toLowerCase()} "${shown.textContent?.trim().slice(0, 40)}"`
  const boxes = [...shown.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  if (boxes.length === 0) return `${name} has no size`
  // where a page or a part of it begins to be read is no control: it needs no ring and may be longer than the window
  const isStart = focused.getAttribute('tabindex') === '-1'
  // a card whose one button fills it has the ring around all of it
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
