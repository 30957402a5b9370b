/** Selects the part of an image that is kept. The member drags, pinches, or uses the arrow keys and the slider. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { IMAGES, type ImageKind } from '#contract/media-words.ts'
import { type Area, clampArea, MAX_ZOOM, partOf } from './crop-area.ts'
import { draw } from './picture.ts'

type CropperProps = {
  kind: ImageKind
  picture: ImageBitmap
  area: Area
  onChange: (area: Area) => void
}

/** share of the visible part that one key press moves */
const STEP = 0.04
const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ZOOMS: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

export function Cropper({ kind, picture, area, onChange }: CropperProps) {
  const { ratio, widths } = IMAGES[kind]
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const latest = useRef(area)
  const id = useId()
  useEffect(() => {
    latest.current = area
    if (canvas.current) draw(canvas.current, picture, ratio, area)
  }, [picture, ratio, area])

  const change = (next: Area) => {
    // two fingers may both move between two renders
    latest.current = clampArea(picture, ratio, next)
    onChange(latest.current)
  }
  /** Moves by these shares of the visible part. */
  const move = (x: number, y: number) => {
    const { width, height } = partOf(picture, ratio, latest.current)
    change({ ...latest.current, x: latest.current.x + x * width, y: latest.current.y + y * height })
  }
  const zoom = (by: number) => change({ ...latest.current, zoom: latest.current.zoom * by })

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([finger]) => finger !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other) zoom(apart(now, other) / Math.max(1, apart(before, other)))
    const { width, height } = event.currentTarget.getBoundingClientRect()
    // the midpoint of two fingers moves half as far as one of them
    const share = other ? 0.5 : 1
    move((share * (before.x - now.x)) / width, (share * (before.y - now.y)) / height)
  }
  const onPointerEnd = (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const way = WAYS[event.key]
    const by = ZOOMS[event.key]
    if ((!way && !by) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const step = event.shiftKey ? STEP * 4 : STEP
    if (way) move(way[0] * step, way[1] * step)
    else zoom(by!)
  }

  return (
    <div className="stack-s">
      <div
        className={`crop crop-${kind}`}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys
        tabIndex={0}
        aria-label="The part that is shown"
        aria-describedby={`${id}-how`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={Math.max(...widths)} height={Math.max(...widths) / ratio} />
      </div>
      <p className="hint" id={`${id}-how`}>
        Drag the picture, or move it with the arrow keys.
      </p>
      <label className="crop-zoom">
        <span className="label">Zoom</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={area.zoom}
          onChange={(event) => change({ ...area, zoom: Number(event.currentTarget.value) })}
        />
      </label>
    </div>
  )
}

const apart = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y)
