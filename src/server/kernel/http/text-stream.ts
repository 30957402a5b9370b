/** A file that is sent while it is read. */

/**
 * The next piece is read when there is room for it. If reading fails the response is aborted, so that half a file never
 * looks whole.
 */
export function textStream(
  pieces: AsyncGenerator<string>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        failed(error)
        controller.error(error)
      }
    },
    cancel: () => void pieces.return(undefined),
  })
}
