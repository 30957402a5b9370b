/** Location settings: the radius, the location, and the switch to leave local mode. Loaded on demand. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, LocateFixed } from 'lucide'
import { useEffect, useState } from 'react'
import { RADII, type Radius, SAY_LOCAL } from '#contract/local-words.ts'
import { isBlank, LOCATION_MAX } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { PlaceField } from '../places/places.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { currentPosition, whyNot } from './geolocation.ts'
import { keepRadius, localChanged, localProfileQuery, useRadius } from './nearby.ts'

interface LocationSettingsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Position {
  latitude: number
  longitude: number
}

/** The address was not found. The message is shown beside the field. */
class AddressNotFound extends Error {}

/** The address was found under a different name. The member confirms it by saving again. */
class DifferentlyNamed extends Error {
  readonly label: string
  readonly found: Position
  constructor(label: string, found: Position) {
    super(label)
    this.label = label
    this.found = found
  }
}

const plain = (words: string) => words.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
/** "leeds" matches Leeds, England; a town with a merely similar name does not match. */
const isCalled = (label: string, words: string) => [plain(label), plain(label.split(',')[0]!)].includes(plain(words))

export function LocationSettings({ open, onOpenChange }: LocationSettingsProps) {
  const client = useQueryClient()
  const profile = useQuery(localProfileQuery()).data
  const radius = useRadius()
  const [words, setWords] = useState<string>()
  const [miles, setMiles] = useState<Radius>()
  /** The position of the entered address, or from the browser. Without it, the address is looked up when it is saved. */
  const [spot, setSpot] = useState<Position>()
  const [wrong, setWrong] = useState<string>()
  const location = words ?? profile?.location ?? ''

  useEffect(() => {
    if (open) return
    // closing resets the form, so that it opens with the saved values
    setWords(undefined)
    setMiles(undefined)
    setSpot(undefined)
    setWrong(undefined)
  }, [open])

  const type = (text: string) => {
    setWords(text)
    setSpot(undefined)
    setWrong(undefined)
  }
  const lookUp = async () => {
    const { formatted_address, ...found } = await api.places.geocode({ address: location }, withTimeout())
    return { label: formatted_address, found }
  }
  const hasPosition = profile?.latitude != null
  const validating = useMutation({
    mutationFn: lookUp,
    onSuccess: ({ label, found }) => {
      setWords(label)
      setSpot(found)
      toast.good(SAY_LOCAL.validated)
    },
    onError: (error) => setWrong(readFault(error, SAY_LOCAL.validateFailed).sentence),
  })
  const locating = useMutation({
    mutationFn: async () => {
      const here = await currentPosition()
      // the position can be used without its name
      const named = await api.places.placeAt(here, withTimeout()).catch(() => null)
      return { here, label: named?.label }
    },
    onSuccess: ({ here, label }) => {
      // the entered text may be a street, and the current position may be in another town
      setWords(label ?? undefined)
      setSpot(here)
      setWrong(undefined)
      toast.good(SAY_LOCAL.usingCurrent)
    },
    onError: (error) => toast.bad(SAY_LOCAL.currentFailed, whyNot(error, 'Please try again.')),
  })
  const saving = useMutation({
    mutationFn: async () => {
      if (miles) keepRadius(miles)
      // only the radius has changed
      if (hasPosition && words === undefined && !spot) return null
      if (spot) return api.nearby.updateLocation({ location, ...spot }, withTimeout())
      if (isBlank(location)) return api.nearby.updateLocation({ location: '' }, withTimeout())
      const { label, found } = await lookUp().catch((error: unknown) => {
        throw new AddressNotFound(readFault(error, SAY_LOCAL.geocodeFailed).sentence)
      })
      if (!isCalled(label, location)) throw new DifferentlyNamed(label, found)
      return api.nearby.updateLocation({ location: label, ...found }, withTimeout())
    },
    onSuccess: async (saved) => {
      onOpenChange(false)
      toast.good(saved ? SAY_LOCAL.locationUpdated : 'Saved')
      if (saved) await localChanged(client, saved)
    },
    onError: (error) => {
      if (error instanceof AddressNotFound) setWrong(error.message)
      else if (error instanceof DifferentlyNamed) {
        setWords(error.label)
        setSpot(error.found)
        setWrong(undefined)
      } else toast.bad(SAY_LOCAL.locationFailed, readFault(error, 'Please try again.').sentence)
    },
  })
  const leaving = useMutation({
    mutationFn: () => api.nearby.setLocalMode({ enabled: false }, withTimeout()),
    onSuccess: async (off) => {
      onOpenChange(false)
      toast.good('Local mode is off. Your position is deleted.')
      await localChanged(client, off)
    },
    onError: (error) => toast.bad(SAY_LOCAL.modeOffFailed, readFault(error, 'Please try again.').sentence),
  })
  const isBusy = validating.isPending || saving.isPending || leaving.isPending

  const validate = () => {
    if (isBlank(location)) setWrong(SAY_LOCAL.locationBlank)
    else validating.mutate()
  }
  const submit = () => {
    if (isBusy || locating.isPending) return
    // a member who is already on the map may delete his address
    if (isBlank(location) && !spot && !hasPosition) setWrong(SAY_LOCAL.addressBlank)
    else saving.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Location settings"
      dismissible={!saving.isPending && !leaving.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className="stack">
        <PlaceField
          label="Your location"
          hint="A town or a postal code. These words stand on your profile and beside your posts, for everybody; where you are on the map nobody sees closer than about a mile."
          error={wrong && <span role="alert">{wrong}</span>}
          limit={LOCATION_MAX}
          value={location}
          onType={type}
          onPick={({ latitude, longitude }) => setSpot({ latitude, longitude })}
        />
        <div className="btn-row">
          <Button variant="quiet" icon={Check} busy={validating.isPending} busyLabel="Validating..." onClick={validate}>
            Validate
          </Button>
          <Button
            variant="quiet"
            icon={LocateFixed}
            busy={locating.isPending}
            busyLabel="Asking..."
            onClick={() => locating.mutate()}
          >
            Use current location
          </Button>
        </div>
        {spot && (
          <p className="ui soft" role="status">
            {isBlank(location) ? 'Found.' : `Found ${location}.`} Save it, and distances are counted from there.
          </p>
        )}
        <Field label="How far to look">
          <Select
            value={miles ?? radius}
            onChange={(event) => setMiles(RADII.find((one) => one === Number(event.currentTarget.value)))}
          >
            {RADII.map((one) => (
              <option key={one} value={one}>
                {one} miles
              </option>
            ))}
          </Select>
        </Field>
        <div className="local-off">
          <p className="ui soft flush">
            Turning local mode off takes you off the map and deletes your position. The words above stay on your profile
            until you change them.
          </p>
          <Button variant="quiet" busy={leaving.isPending} busyLabel="Turning off..." onClick={() => leaving.mutate()}>
            Turn off local mode
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
