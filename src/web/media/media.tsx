/**
 * The component with which a member, or the admin of a network, chooses, crops, uploads and removes an image.
 * Screens load it on demand (`useLazyPart(() => import('../media/media.tsx'))`) and also link `../media/media.css`.
 */
import { ImageUp, Trash2 } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { bannerSet, IMAGE_TYPES, IMAGES, type ImageKind, imageAt, SAY_IMAGE } from '#contract/media-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type Area, middleOf } from './crop-area.ts'
import { Cropper } from './cropper.tsx'
import { cut, type Format, formatOf, readPicture } from './picture.ts'
import { sendImage } from './upload.ts'

export type ImageFieldProps = {
  /** an avatar is square and at most 5 MB; a banner is four times as wide as high and at most 10 MB */
  kind: ImageKind
  /** the network's id; without it the image is the viewer's own avatar */
  groupId?: string
  /** the current image (`avatar_url` or `banner_url`), or null */
  url: string | null
  /** of the member or the network; the initials are shown if there is no image */
  name: string
  /** of the member or the network; selects the background colour of the initials */
  id: string
  /** Called after the server has saved the image, to update what is shown. Null: the image was removed. */
  onChange: (url: string | null) => void
  /** Whether an image is selected that is not sent yet. */
  onChosen?: (isChosen: boolean) => void
}

/** The selected file. Without a picture, this browser cannot decode the file and it is sent unchanged. */
interface ChosenImage {
  file: File
  picture: ImageBitmap | null
  area: Area
}

export function ImageField({ kind, groupId, url, name, id, onChange, onChosen }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [choice, setChoice] = useState<ChosenImage | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [removing, setRemoving] = useState(false)
  const [opening, setOpening] = useState<'opening' | 'shrinking' | null>(null)
  const running = useRef<AbortController>(undefined)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const words = kind === 'avatar' ? 'avatar' : 'banner'
  useEffect(() => () => running.current?.abort(), [])
  // a bitmap holds up to a hundred megabytes that the garbage collector does not count
  const picture = choice?.picture
  useEffect(() => () => picture?.close(), [picture])

  /** Returns the signal of a new step; a step that is still running is aborted. */
  function begin(): AbortSignal {
    running.current?.abort()
    setShare(null)
    running.current = new AbortController()
    return running.current.signal
  }

  async function choose(file: File | undefined) {
    if (!file) return
    const signal = begin()
    setError(null)
    // if the file cannot be read now (it was moved, or lies in a cloud), the upload reports it
    const format = await formatOf(file).catch(() => 'stored' as const)
    if (signal.aborted) return
    const picture = format && (await open(file, signal))
    if (signal.aborted) {
      picture?.close()
      return
    }
    const wrong = picture ? null : refusalOf(kind, file, format)
    if (wrong) {
      drop()
      setError(wrong)
      return
    }
    setOpening(null)
    setChoice({ file, picture, area: picture ? middleOf(picture) : { x: 0, y: 0, zoom: 1 } })
    moveFocus(picture ? '.crop' : '[data-image="send"]')
  }

  /** Decodes the file, which takes seconds on a slow phone. */
  function open(file: File, signal: AbortSignal): Promise<ImageBitmap | null> {
    toast.ahead()
    setOpening(file.size > IMAGES[kind].max ? 'shrinking' : 'opening')
    onChosen?.(true)
    moveFocus('[data-image="stop"]')
    return readPicture(file, () => signal.aborted || setOpening('shrinking'))
  }

  function drop() {
    running.current?.abort()
    setOpening(null)
    setChoice(null)
    onChosen?.(false)
    setError(null)
    moveFocus('[data-image="choose"]')
  }

  async function send({ file, picture, area }: ChosenImage) {
    const signal = begin()
    setError(null)
    setShare(0)
    try {
      const part = picture && (await cut(picture, kind, area).catch(() => null))
      signal.throwIfAborted()
      // if the image could not be cropped, it is sent whole, and the server takes the centre
      onChange(await sendImage({ kind, groupId }, part ?? file, setShare, signal))
      toast.good(SAY_IMAGE.uploaded)
      drop()
    } catch (thrown) {
      if (signal.aborted) return
      setError(readFault(thrown, SAY_IMAGE.failed).sentence)
      moveFocus('[data-image="send"]')
    } finally {
      // a newer upload shows its own progress
      if (signal === running.current?.signal) setShare(null)
    }
  }

  async function remove() {
    setRemoving(true)
    setError(null)
    try {
      if (groupId === undefined) await api.media.removeAvatar()
      else await api.media.removeGroupImage({ group_id: groupId, kind })
      onChange(null)
      toast.good(SAY_IMAGE.removed)
      moveFocus('[data-image="choose"]')
    } catch (thrown) {
      setError(readFault(thrown, SAY_IMAGE.removeFailed).sentence)
    } finally {
      setRemoving(false)
    }
  }

  return (
    <div className="image-field stack" ref={place}>
      <FormError>{error}</FormError>
      <input
        ref={input}
        hidden
        type="file"
        accept={IMAGE_TYPES.join(',')}
        aria-label={`Choose ${words}`}
        onChange={(event) => {
          const { files } = event.currentTarget
          void choose(files?.[0])
          // so that the same file can be chosen again
          event.currentTarget.value = ''
        }}
      />
      <div className="spoken" role="status">
        {opening && SAY_IMAGE[opening]}
      </div>
      {opening ? (
        <div className="btn-row">
          <Button variant="quiet" data-image="stop" onClick={drop}>
            Cancel
          </Button>
        </div>
      ) : choice === null ? (
        <>
          {kind === 'avatar' ? (
            <Avatar
              size="xl"
              id={id}
              name={name}
              src={url && imageAt(url, 288)}
              label={url ? `Avatar of ${name}` : undefined}
            />
          ) : (
            <Banner url={url} />
          )}
          <p className="hint">
            JPEG, PNG or WebP. A photo of more than {IMAGES[kind].max / 1024 ** 2} MB is made smaller.
          </p>
          <div className="btn-row">
            <Button variant="quiet" icon={ImageUp} data-image="choose" onClick={() => input.current?.click()}>
              Choose {words}
            </Button>
            {url && (
              <Button variant="bare" icon={Trash2} busy={removing} busyLabel="Removing..." onClick={remove}>
                Remove
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          {choice.picture ? (
            <Cropper
              kind={kind}
              picture={choice.picture}
              area={choice.area}
              onChange={(area) => setChoice((now) => now && { ...now, area })}
            />
          ) : (
            <p className="ui">
              <bdi>{choice.file.name}</bdi> cannot be shown here. Its middle will be taken.
            </p>
          )}
          {share !== null && <Progress share={share}>Uploading your {words}</Progress>}
          <div className="btn-row">
            <Button data-image="send" busy={share !== null} busyLabel="Uploading..." onClick={() => send(choice)}>
              Upload
            </Button>
            <Button variant="quiet" onClick={drop}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Returns what is wrong with a file that this browser cannot decode, or null if the server may draw it. */
function refusalOf(kind: ImageKind, file: File, format: Format): string | null {
  const { max, tooLarge } = IMAGES[kind]
  if (format === 'heic') return SAY_IMAGE.heic
  const isNamedImage = (IMAGE_TYPES as readonly string[]).includes(file.type)
  if (file.size > max && (isNamedImage || format === 'stored')) return tooLarge
  return format === 'stored' ? null : SAY_IMAGE.type
}

/** A network's banner. If there is none, or it does not load, the peg board is shown. */
export function Banner({ url, className = '' }: { url: string | null; className?: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <div className={`peg image-banner ${className}`}>
      {url && url !== broken && (
        <img
          src={url}
          srcSet={bannerSet(url)}
          sizes="(min-width: 1200px) 1072px, 100vw"
          alt=""
          decoding="async"
          onError={() => setBroken(url)}
        />
      )}
    </div>
  )
}

function Progress({ share, children }: { share: number; children: ReactNode }) {
  const percent = Math.round(share * 100)
  return (
    <div className="stack-s">
      <span className="ui" aria-hidden="true">
        {/* everything is sent, and the server is processing the image */}
        {percent < 100 ? `${percent} %` : 'Nearly done...'}
      </span>
      <span
        className="bar go"
        role="progressbar"
        aria-label={String(children)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}
