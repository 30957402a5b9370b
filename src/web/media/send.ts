/** The way of an image to the server: seen while it goes, and given up when he likes. */
import { IMAGES, type ImageKind } from '#contract/media-words.ts'

/** Where an image stands: at a network, or without its id on the viewer's own profile. */
export interface Place {
  kind: ImageKind
  groupId?: string
}

const addressOf = ({ kind, groupId }: Place) =>
  groupId === undefined ? '/api/v1/me/images/avatar' : `/api/v1/groups/${encodeURIComponent(groupId)}/images/${kind}`

/** In ms. Longer than the server waits for a body and for its turn to be drawn; then no answer will come any more. */
const PATIENCE = 160_000

/**
 * Answers the image's address. `tell` hears the share that is on its way, 0 to 1. Throws what the server refused, for
 * `readFault`; an `AbortError` when it was given up. (fetch says nothing of how far a body has come.)
 */
export function sendImage(
  place: Place,
  image: Blob,
  tell: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    signal.addEventListener('abort', () => request.abort())
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(total ? loaded / total : 0))
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    for (const silence of ['error', 'timeout'])
      request.addEventListener(silence, () => reject(new Error('No answer came')))
    request.addEventListener('load', () => {
      const answer: unknown = request.response
      const it = (typeof answer === 'object' && answer !== null ? answer : {}) as { url?: string; message?: string }
      if (request.status === 200 && it.url) resolve(it.url)
      // a proxy in front of us that takes less says so in its own way
      else if (request.status === 413 && !it.message)
        reject({ code: 'TOO_LARGE', status: 413, message: IMAGES[place.kind].tooLarge })
      else reject({ ...it, status: request.status })
    })
    request.open('PUT', addressOf(place))
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'json'
    request.timeout = PATIENCE
    request.send(image)
  })
}
