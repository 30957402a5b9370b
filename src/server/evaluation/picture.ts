/** Draws precision against refusal, as the gate's threshold moves from accepting everything to refusing everything. */

export interface Judged {
  likelihood: number
  /** one of the first five threads answers it */
  isRight: boolean
}

const SIZE = 480
const EDGE = 60
const at = (share: number) => EDGE + share * (SIZE - 2 * EDGE)
const down = (share: number) => SIZE - at(share)

/** Returns an SVG. `threshold` is the current threshold of the gate. */
export function draw(judged: Judged[], threshold: number): string {
  const points = curve(judged)
  const line = points
    .map(({ refused, precision }) => `${at(refused).toFixed(1)},${down(precision).toFixed(1)}`)
    .join(' ')
  const now = pointAt(judged, threshold)
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" font-size="12" role="img">
<title>Precision against refusal</title>
<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>
<text x="${EDGE}" y="28" font-size="14">Precision against refusal</text>
${ticks
  .map(
    (tick) => `<path d="M${at(tick)} ${at(0)}V${at(1)}M${at(0)} ${at(tick)}H${at(1)}" stroke="#ddd"/>
<text x="${at(tick)}" y="${at(1) + 18}" text-anchor="middle">${tick * 100} %</text>
<text x="${at(0) - 8}" y="${down(tick) + 4}" text-anchor="end">${tick * 100} %</text>`,
  )
  .join('\n')}
<text x="${SIZE / 2}" y="${SIZE - 12}" text-anchor="middle">of all questions are refused</text>
<text transform="translate(16 ${SIZE / 2}) rotate(-90)" text-anchor="middle">of the others have an answer among the first five</text>
<polyline points="${line}" fill="none" stroke="#1d5c4d" stroke-width="2"/>
${now ? `<circle cx="${at(now.refused).toFixed(1)}" cy="${down(now.precision).toFixed(1)}" r="5" fill="#c2410c"><title>the gate</title></circle>` : ''}
</svg>
`
}

function curve(judged: Judged[]) {
  const thresholds = [0, ...new Set(judged.map(({ likelihood }) => likelihood + Number.EPSILON))].sort((a, b) => a - b)
  return thresholds.flatMap((threshold) => pointAt(judged, threshold) ?? [])
}

/** null: everything is refused. */
function pointAt(judged: Judged[], threshold: number): { refused: number; precision: number } | null {
  const answered = judged.filter(({ likelihood }) => likelihood >= threshold)
  if (answered.length === 0) return null
  const right = answered.filter(({ isRight }) => isRight).length
  return { refused: 1 - answered.length / judged.length, precision: right / answered.length }
}
