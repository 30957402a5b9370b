/** A network or a pod to tick, and what is shown if there are none. */

import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import type { useChoiceDraft } from './choice-draft.ts'

interface OfferProps {
  id: string
  name: string
  description: string | null
  /** for example "12 members" */
  measure: string
  joined: boolean
  chosen: boolean
  disabled: boolean
  onTurn: (on: boolean) => void
}

export function Offer({ id, name, description, measure, joined, chosen, disabled, onTurn }: OfferProps) {
  return (
    <label className="pick first-offer">
      <input
        type="checkbox"
        className="box"
        value={id}
        checked={joined || chosen}
        disabled={joined || disabled}
        aria-describedby={`${id}-about`}
        onChange={(event) => onTurn(event.target.checked)}
      />
      <span className="grow">
        <b dir="auto">{name}</b> {joined && <Stamp variant="lamp">Joined</Stamp>}
        <span className="sm soft" id={`${id}-about`}>
          {description && (
            <span className="first-about" dir="auto">
              {description}
            </span>
          )}
          <span className="num">{measure}</span>
        </span>
      </span>
    </label>
  )
}

interface OfferedTicksProps {
  ticks: ReturnType<typeof useChoiceDraft>
  rooms: { id: string; name: string; joined: boolean }[]
  what: string
  busy: boolean
}

/** Choices that the member made here before he joined other rooms on another device. Offers those that he can still join. */
export function OfferedChoices({ ticks, rooms, what, busy }: OfferedTicksProps) {
  const left = rooms.filter(({ id, joined }) => !joined && ticks.offered?.includes(id))
  if (left.length === 0) return null
  return (
    <DraftOffer what={what} did="chose" focus="first-h" disabled={busy} onUse={ticks.use} onDiscard={ticks.discard}>
      {left.map(({ name }) => name).join(', ')}
    </DraftOffer>
  )
}

export function LoadingOffers() {
  return (
    <p className="soft ui" role="status">
      Loading...
    </p>
  )
}

export function NotLoaded({ what, retry, retrying }: { what: string; retry: () => void; retrying: boolean }) {
  return (
    <div className="note" role="alert">
      <div className="grow">
        {what} did not load. Try again, or go on without: you will find them later.
        <div className="btn-row">
          <Button variant="quiet" busy={retrying} busyLabel="Trying..." onClick={retry}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  )
}
