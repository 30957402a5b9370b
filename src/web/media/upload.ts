/** Uploads an image, with progress, and can be aborted. */
import { IMAGES, type ImageKind } from '#contract/media-words.ts'

/** The image that is replaced: that of a network, or without `groupId` the viewer's own avatar. */
export interface ImageUpload {
  kind: ImageKind
  groupId?: string
}

const addressOf = ({ kind, groupId }: ImageUpload) =>
  groupId === undefined ? '/api/v1/me/images/avatar' : `/api/v1/groups/${encodeURIComponent(groupId)}/images/${kind}`

/** Longer than the server waits for a request body and for a free slot to process it. After that no answer can come. */
const TIMEOUT_MS = 160_000

/**
 * Uploads the image and returns its URL. `onProgress` receives the share that is sent, 0 to 1. Throws the server's fault,
 * for `readFault`, or an `AbortError` if the upload was aborted. It uses XMLHttpRequest because fetch does not report
 * upload progress.
 */
export function sendImage(
  place: ImageUpload,
  image: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    signal.addEventListener('abort', () => request.abort())
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    for (const silence of ['error', 'timeout'])
      request.addEventListener(silence, () => reject(new Error('No answer came')))
    request.addEventListener('load', () => {
      const answer: unknown = request.response
      const it = (typeof answer === 'object' && answer !== null ? answer : {}) as { url?: string; message?: string }
      if (request.status === 200 && it.url) resolve(it.url)
      // a proxy with a lower limit answers 413 in its own format
      else if (request.status === 413 && !it.message)
        reject({ code: 'TOO_LARGE', status: 413, message: IMAGES[place.kind].tooLarge })
      else reject({ ...it, status: request.status })
    })
    request.open('PUT', addressOf(place))
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'json'
    request.timeout = TIMEOUT_MS
    request.send(image)
  })
}
