import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Device } from '#contract/account.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { localProfileQuery } from '../nearby/nearby.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Failed } from '../ui/failed.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { devicesQuery } from './devices-query.ts'

export function useRefreshDevices() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: devicesQuery().queryKey })
}

export function Devices() {
  const { data, error, isFetching, refetch } = useQuery(devicesQuery())
  const client = useQueryClient()
  const refresh = useRefreshDevices()
  const list = useRef<HTMLUListElement>(null)
  const [busy, setBusy] = useState<string | null>(null)

  /** The pressed row disappears, so the focus moves to the list. */
  async function signOut(which: string, call: () => Promise<unknown>, words: string) {
    if (busy) return
    setBusy(which)
    try {
      await call()
      toast.good(words)
      // signing out a device also switches local mode off
      void client.invalidateQueries({ queryKey: localProfileQuery().queryKey })
    } catch (thrown) {
      toast.bad('Devices', readFault(thrown, 'Nobody was signed out. Please try again.').sentence)
    } finally {
      await refetch()
      setBusy(null)
      list.current?.focus()
    }
  }

  if (error && !data && readFault(error, '').signIn) {
    return (
      <Panel title="Devices">
        <p>
          You are no longer signed in here. <SignInLink>Sign In</SignInLink>
        </p>
      </Panel>
    )
  }
  if (error && !data) {
    return (
      <Panel title="Devices">
        <Failed level="h3" title="We could not look up your devices" onRetry={refresh} retrying={isFetching}>
          Nothing has changed on any of them.
        </Failed>
      </Panel>
    )
  }
  const devices = data ?? []
  return (
    <Panel title="Devices">
      <p className="hint">Where you are signed in. If you do not know one, sign it out and change your password.</p>
      <ul className="rule" ref={list} tabIndex={-1} aria-label="Devices" aria-busy={data === undefined}>
        {devices.map((device) => (
          <Row
            key={device.id}
            device={device}
            busy={busy === device.id}
            onSignOut={() =>
              signOut(device.id, () => api.account.signOutDevice({ id: device.id }), `${device.name} is signed out`)
            }
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <Button
          variant="quiet"
          busy={busy === 'others'}
          busyLabel="Signing out..."
          onClick={() => signOut('others', () => api.account.signOutOthers(), 'Every other device is signed out')}
        >
          Sign out everywhere else
        </Button>
      )}
    </Panel>
  )
}

function Row({ device, busy, onSignOut }: { device: Device; busy: boolean; onSignOut: () => void }) {
  const now = useNow()
  return (
    <li className="device">
      <div className="grow">
        <p className="strong ui" dir="auto">
          {device.name}
        </p>
        <p className="hint">
          {device.is_this ? (
            <>
              Signed in <Time style="long" value={device.signed_in_at} now={now} />
            </>
          ) : (
            <>
              Last seen <Time style="long" value={device.last_seen_at} now={now} />, signed in{' '}
              <Time style="long" value={device.signed_in_at} now={now} />
            </>
          )}
        </p>
      </div>
      {device.is_this ? (
        <Stamp variant="lamp">This device</Stamp>
      ) : (
        <Button
          variant="quiet"
          busy={busy}
          busyLabel="Signing out..."
          aria-label={`Sign out ${device.name}, signed in ${momentOf(device.signed_in_at)}`}
          onClick={onSignOut}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** Distinguishes two devices with the same browser in their accessible names. */
const momentOf = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')
