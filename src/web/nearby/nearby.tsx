/**
 * Components of the local pages: the introduction to local mode, and the dads nearby. Their styles are in nearby.css,
 * which the pages link.
 */
import { useQuery } from '@tanstack/react-query'
import { Settings, UsersRound } from 'lucide'
import { useState } from 'react'
import { NEARBY, type Radius } from '#contract/local-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { NearbyDads } from './dads.tsx'
import { useEnable } from './local-mode.tsx'
import { nearbyQuery } from './nearby.ts'

export { useEnable, useIsLocal } from './local-mode.tsx'
export { LocalModeSwitch } from './mode-switch.tsx'

const fetchSettings = () => import('./settings.tsx')
const fetchAll = () => import('./all-dads.tsx')

/** What a visitor sees in place of the local content. */
export function LocalSignIn() {
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          title="Sign in to see what is near you"
          action={<SignInLink className={buttonClass({ size: 'big' })}>Sign In / Sign Up</SignInLink>}
        >
          Events and dads within a few miles. Where you are is only ever told roughly, and only if you say so.
        </Empty>
      </section>
    </div>
  )
}

/** For a member whose local mode is off. `follows`: it was on a moment ago, so the component takes the focus. */
export function LocalIntro({ follows }: { follows: boolean }) {
  const enable = useEnable()
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          follows={follows}
          title="Local"
          action={
            <Button size="big" className="needs-script" busy={enable.waiting} onClick={enable.ask}>
              Enable Local Mode
            </Button>
          }
        >
          From the screen to the playground: see which dads live around you, and what they do together this week.
        </Empty>
        <ul className="local-promises ui">
          <li>You see dads and events near you, and they see you, within about a mile and never closer.</li>
          <li>You see others only while you share where you are.</li>
          <li>Turning it off deletes your position. So does signing out.</li>
        </ul>
      </section>
      {enable.dialog}
    </div>
  )
}

/** The gear button, and the dialog that it opens. */
export function LocationSettingsButton({ framed }: { framed?: boolean }) {
  const settings = useSettings()
  return (
    <>
      <IconButton
        className={framed ? 'needs-script framed' : 'needs-script'}
        icon={Settings}
        label="Location settings"
        aria-haspopup="dialog"
        aria-busy={settings.waiting || undefined}
        onClick={settings.ask}
      />
      {settings.dialog}
    </>
  )
}

function useSettings() {
  const { piece, ask, waiting } = useLazyPart(fetchSettings)
  const [open, setOpen] = useState(false)
  return {
    waiting,
    ask: async () => setOpen((await ask()) !== undefined),
    dialog: piece && <piece.LocationSettings open={open} onOpenChange={setOpen} />,
  }
}

/** The card beside the events in the desktop layout. */
export function NearbyCard({ radius }: { radius: Radius }) {
  const near = useQuery(nearbyQuery(radius)).data
  const [dads, isOnMap] = [near?.items ?? [], near?.has_position ?? false]
  const { piece, ask, waiting } = useLazyPart(fetchAll)
  const [open, setOpen] = useState(false)
  const settings = useSettings()
  return (
    <>
      <Panel title="Nearby Dads" className="nearby">
        <NearbyDads radius={radius} most={NEARBY.card} onSettings={settings.ask} />
        {dads.length > NEARBY.card && (
          <Button
            variant="quiet"
            wide
            className="needs-script"
            busy={waiting}
            onClick={async () => setOpen((await ask()) !== undefined)}
          >
            View All
          </Button>
        )}
      </Panel>
      <p className="sm soft nearby-foot">
        {isOnMap && 'Others see you within about a mile, never your address. '}
        <button type="button" className="linklike needs-script" onClick={settings.ask}>
          Location settings
        </button>
      </p>
      {piece && (
        <piece.AllDads as="dialog" radius={radius} open={open} onOpenChange={setOpen} onSettings={settings.ask} />
      )}
      {settings.dialog}
    </>
  )
}

/** The button at the bottom of a phone's screen. */
export function NearbyButton({ radius }: { radius: Radius }) {
  const near = useQuery(nearbyQuery(radius)).data
  const { piece, ask, waiting } = useLazyPart(fetchAll)
  const [open, setOpen] = useState(false)
  const settings = useSettings()
  return (
    <>
      <Button
        variant="quiet"
        className="nearby-button needs-script hide-desk"
        icon={UsersRound}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={waiting || undefined}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        Nearby Dads
        {near?.has_position && (
          <Stamp>{near.items.length > NEARBY.shown ? `${NEARBY.shown}+` : near.items.length}</Stamp>
        )}
      </Button>
      {piece && (
        <piece.AllDads as="drawer" radius={radius} open={open} onOpenChange={setOpen} onSettings={settings.ask} />
      )}
      {settings.dialog}
    </>
  )
}
