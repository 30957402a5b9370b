/**
 * Images as plain values, for the server and for pages on which a member chooses one. Separate from words.ts, so that other
 * pages do not load them.
 */

/** `max` is in bytes, `widths` in px (the first is the one for lists), `ratio` is width to height. */
export const IMAGES = {
  avatar: { max: 5 * 1024 ** 2, widths: [96, 288], ratio: 1, tooLarge: 'Image must be 5 MB or smaller' },
  banner: { max: 10 * 1024 ** 2, widths: [1200, 600, 1800], ratio: 4, tooLarge: 'Image must be 10 MB or smaller' },
} as const
export type ImageKind = keyof typeof IMAGES

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The background of transparent images: paper colour in both themes, because it is not known who will look. */
export const PAPER = '#F8F6F0'

export const SAY_IMAGE = {
  type: 'Please choose a JPEG, PNG or WebP image',
  heic: 'This browser cannot read HEIC photos. Please choose a JPEG, PNG or WebP image',
  opening: 'Opening your picture...',
  shrinking: 'Making it smaller...',
  pixels: 'Image must be 24 megapixels or smaller',
  deep: 'Image with 16 bits a colour must be 12 megapixels or smaller',
  sides: 'Image must be at most 16,000 pixels wide and high',
  damaged: 'This image is damaged. Please choose another one.',
  heavy: 'This image takes too long to draw. Please choose another one.',
  denied: 'Permission denied. Please ensure you have admin rights for this group.',
  failed: 'Failed to upload image',
  busy: 'Your other images are still on their way. Please try again in a moment.',
  crowded: 'Lots of pictures at once. Try again in a minute.',
  uploaded: 'Image uploaded successfully',
  removeFailed: 'Failed to remove image',
  removed: 'Image removed successfully',
} as const

/** The banner in all its widths, for `srcset`. */
export const bannerSet = (url: string): string =>
  IMAGES.banner.widths.map((width) => `${imageAt(url, width)} ${width}w`).join(', ')

/** The same image in another of its widths. */
export const imageAt = (url: string, width: number): string => url.replace(/-\d+\.webp$/, `-${width}.webp`)
