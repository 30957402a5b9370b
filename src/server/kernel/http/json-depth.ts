/** Checks how deep JSON is nested before it is parsed: a parser needs 0.2 s for some hundred thousand levels. */
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0))

/** True if lists and objects are nested deeper than `levels`. `json` is UTF-8; brackets in strings do not count. */
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
