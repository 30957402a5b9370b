/** /settings: e-mail address, password, two-step verification, devices, the member's data, and deleting the account. */
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'
import { useViewer } from '../kernel/viewer.ts'
import { Panel } from '../ui/card.tsx'
import { Field, PasswordInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Parts } from '../ui/part.tsx'
import { authCall } from './auth.ts'
import { Devices, useRefreshDevices } from './devices.tsx'
import { useAccountForm } from './form.ts'
import { Notices } from './notices.tsx'
import { DataPanel, DeletePanel, EmailPanel } from './own-account.tsx'
import { SignInFirst } from './own-profile.tsx'
import { AccountForm, ChosenPassword, NeedsScript, Note, Spoken, WhoseForm } from './parts.tsx'
import { checkPasswordChange } from './rules.ts'
import { LogoutButton } from './sign-out.tsx'
import { TwoStep } from './two-step.tsx'

/** `children`: settings of other rooms. */
export function SettingsScreen({ children }: { children?: ReactNode }) {
  const viewer = useViewer()
  if (!viewer) return <SignInFirst title="Sign in to see your settings" path="/settings" />
  return (
    <div className="page narrow account">
      <Link className="more" to="/profile">
        <Icon of={ChevronLeft} flip />
        Profile
      </Link>
      <h1>Account and security</h1>
      <NeedsScript>Changing anything here needs JavaScript, which is off here.</NeedsScript>
      <Parts>
        <EmailPanel email={viewer.email} />
        <ChangePassword email={viewer.email} />
        <TwoStep on={viewer.two_factor_enabled} email={viewer.email} />
        <Devices />
        <Notices />
        {children}
        <DataPanel email={viewer.email} />
        <DeletePanel viewer={viewer} />
      </Parts>
      {viewer.is_admin && (
        <Link className="more" to="/admin">
          Administration
        </Link>
      )}
      <div className="btn-row">
        <LogoutButton />
      </div>
      <Link className="more" to="/help-lines">
        Help lines
      </Link>
      <Link className="more" to="/about">
        About this place
      </Link>
    </div>
  )
}

function ChangePassword({ email }: { email: string }) {
  /** counts the changes, to render a new, empty form after each */
  const [changes, setChanges] = useState(0)
  const panel = useRef<HTMLDivElement>(null)
  const changed = () => {
    setChanges(changes + 1)
    // the pressed button disappears with its form
    panel.current?.focus()
  }
  return (
    // the id is where /.well-known/change-password leads
    <Panel title="Password" id="password">
      <div className="stack" ref={panel} tabIndex={-1}>
        <Spoken>
          {changes > 0 && (
            <Note key={changes} tone="good">
              Password changed. Every other device is signed out.
            </Note>
          )}
        </Spoken>
        <ChangePasswordForm key={`form ${changes}`} email={email} onChanged={changed} />
      </div>
    </Panel>
  )
}

function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const refreshDevices = useRefreshDevices()
  const form = useAccountForm({
    check: checkPasswordChange,
    send: async ({ currentPassword = '', newPassword = '' }) => {
      await authCall('change-password', { currentPassword, newPassword })
      refreshDevices()
      onChanged()
    },
  })
  return (
    <AccountForm form={form} small submit="Change password" busyLabel="Changing...">
      <WhoseForm name={email} />
      <Field label="Current password" error={form.errors.currentPassword}>
        <PasswordInput name="currentPassword" autoComplete="current-password" enterKeyHint="next" />
      </Field>
      <ChosenPassword name="newPassword" label="New password" error={form.errors.newPassword} />
    </AccountForm>
  )
}
