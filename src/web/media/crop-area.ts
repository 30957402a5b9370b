/**
 * Computes which part of an image is kept: a frame of a fixed ratio that always lies within it. Units: pixels of the
 * image.
 */

export interface Size {
  width: number
  height: number
}
export interface Area {
  /** the centre of the part */
  x: number
  y: number
  /** 1: as much of the image as fits into the frame; 4: a quarter of that in each direction */
  zoom: number
}
export interface Part extends Size {
  left: number
  top: number
}

export const MAX_ZOOM = 4

/** Returns the initial area: the centre of the image, and as much of it as fits. */
export const middleOf = ({ width, height }: Size): Area => ({ x: width / 2, y: height / 2, zoom: 1 })

export function partOf(image: Size, ratio: number, { x, y, zoom }: Area): Part {
  const isWide = image.width / image.height > ratio
  const width = (isWide ? image.height * ratio : image.width) / zoom
  const height = width / ratio
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** Returns the nearest area that lies within the image. */
export function clampArea(image: Size, ratio: number, area: Area): Area {
  const zoom = clamp(area.zoom, 1, MAX_ZOOM)
  const { width, height } = partOf(image, ratio, { ...area, zoom })
  return {
    x: clamp(area.x, width / 2, image.width - width / 2),
    y: clamp(area.y, height / 2, image.height - height / 2),
    zoom,
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))
