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
import { cut, isPicture, readPicture } from './picture.ts'
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
  const sending = useRef<AbortController>(undefined)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const words = kind === 'avatar' ? 'avatar' : 'banner'
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      sending.current?.abort()
    }
  }, [])
  // a bitmap holds up to a hundred megabytes that the garbage collector does not count
  const picture = choice?.picture
  useEffect(() => () => picture?.close(), [picture])

  async function choose(file: File | undefined) {
    if (!file) return
    // if the file cannot be read now (it was moved, or lies in a cloud), the upload reports it
    const isKnown = await isPicture(file).catch(() => true)
    const wrong = refusalOf(kind, file) ?? (isKnown ? null : SAY_IMAGE.type)
    setError(wrong)
    if (wrong) return
    const picture = await readPicture(file)
    if (gone.current) {
      picture?.close()
      return
    }
    toast.ahead()
    setChoice({ file, picture, area: picture ? middleOf(picture) : { x: 0, y: 0, zoom: 1 } })
    onChosen?.(true)
    moveFocus(picture ? '.crop' : '[data-image="send"]')
  }

  function drop() {
    sending.current?.abort()
    setChoice(null)
    onChosen?.(false)
    setError(null)
    moveFocus('[data-image="choose"]')
  }

  async function send({ file, picture, area }: ChosenImage) {
    const upload = new AbortController()
    sending.current = upload
    setError(null)
    setShare(0)
    try {
      const part = picture && (await cut(picture, kind, area).catch(() => null))
      // if the image could not be cropped, it is sent whole, and the server takes the centre
      onChange(await sendImage({ kind, groupId }, part ?? file, setShare, upload.signal))
      toast.good(SAY_IMAGE.uploaded)
      drop()
    } catch (thrown) {
      if (upload.signal.aborted) return
      setError(readFault(thrown, SAY_IMAGE.failed).sentence)
      moveFocus('[data-image="send"]')
    } finally {
      setShare(null)
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
      {choice === null ? (
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
          <p className="hint">JPEG, PNG or WebP, at most {IMAGES[kind].max / 1024 ** 2} MB.</p>
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

/** Returns what the browser can see to be wrong; the server checks the bytes themselves. */
function refusalOf(kind: ImageKind, file: File): string | null {
  const { max, tooLarge } = IMAGES[kind]
  const isKnown = (IMAGE_TYPES as readonly string[]).includes(file.type)
  if (!isKnown) return SAY_IMAGE.type
  return file.size > max ? tooLarge : null
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
