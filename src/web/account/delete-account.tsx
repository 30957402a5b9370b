/**
 * Deletes the account: lists all consequences, asks what to do with the member's posts, and asks for the password again.
 */
import type { Viewer } from '#contract/account.ts'
import { whileSigningOut } from '../kernel/signing-out.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, PasswordInput, TextInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { useAccountForm } from './form.ts'
import { loadNewPage } from './load-new-page.ts'
import { AccountForm, WhoseForm } from './parts.tsx'
import { checkPassword } from './rules.ts'
import { announce } from './session.ts'

type DeleteAccountProps = { viewer: Viewer; open: boolean; onOpenChange: (open: boolean) => void }

export function DeleteAccount({ viewer, open, onOpenChange }: DeleteAccountProps) {
  const { brand } = useCommunity()
  const form = useAccountForm({
    check: ({ password = '', code = '' }) => ({
      ...checkPassword({ password }),
      ...(viewer.two_factor_enabled && !code.trim() ? { code: 'Enter a code from your app, or a recovery code' } : {}),
    }),
    // without the message that the session has ended
    send: ({ password = '', code = '', removesPosts }) =>
      whileSigningOut(async () => {
        announce('signing_out')
        await authCall('delete-account', {
          password,
          removesPosts: removesPosts !== undefined,
          ...(code.trim() ? { code: code.trim() } : {}),
        })
        forgetDrafts(viewer.id)
        await loadNewPage(
          '/',
          'Your account is deleted. Thank you for having been here, and all the best.',
          'signed_out',
        )
      }),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      description="This cannot be undone."
      dismissible={!form.busy}
    >
      <ul className="what-goes ui">
        <li>You are signed out everywhere, at once.</li>
        <li>
          Your email address, names, date of birth, position, pictures, profile, interests and goals, kin, achievements,
          settings and your questions to {brand.assistant} are deleted.
        </li>
        <li>Your posts and comments stay, as by “Unknown User”, unless you choose below that they go, too.</li>
        <li>What you said in chats stays, as by “Unknown User”.</li>
        <li>Your votes in polls stay counted, without your name. Those on posts and comments are taken back.</li>
        <li>Your pods pass to the member who has been in them longest. A pod that nobody else is in is deleted.</li>
        <li>Networks whose only admin you are pass to the member who has been in them longest.</li>
        <li>Events of yours that lie ahead are cancelled, and those attending get a mail.</li>
        <li>Nobody can take your username for the next 30 days, not even you.</li>
      </ul>
      <AccountForm
        form={form}
        small
        danger
        submit="Delete my account"
        busyLabel="Deleting..."
        aside={
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Keep it
          </Button>
        }
      >
        <Check name="removesPosts" value="yes">
          Delete my posts and comments, too, with the comments of others below my posts.
        </Check>
        <WhoseForm name={viewer.email} />
        <Field label="Password" error={form.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
        </Field>
        {viewer.two_factor_enabled && (
          <Field label="Code" hint="From your authenticator app, or a recovery code." error={form.errors.code}>
            <TextInput
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={40}
              className="code-in"
            />
          </Field>
        )}
      </AccountForm>
    </Dialog>
  )
}

/** Deletes the member's drafts on this device; their keys contain the member's id. */
function forgetDrafts(member: string): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const store = window[name]
      for (const key of Object.keys(store)) if (key.includes(member)) store.removeItem(key)
    } catch {
      // storage is not available, so there are no drafts
    }
  }
}
