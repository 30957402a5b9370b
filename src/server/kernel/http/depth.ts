/** How deep JSON is nested, seen before it is parsed: a parser takes a fifth of a second for some hundred thousand levels. */
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0))

/** True for more than `levels` of lists and objects within each other. `json` in UTF-8; what is in quotes does not count. */
export function isDeeper(json: Uint8Array, levels: number): boolean {
  let [depth, quoted] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (quoted) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) quoted = false
    } else if (sign === QUOTE) quoted = true
    else if (sign === OPEN || sign === OPEN_LIST) {
      if (++depth > levels) return true
    } else if (sign === CLOSE || sign === CLOSE_LIST) depth--
  }
  return false
}
