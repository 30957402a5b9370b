import { useEffect, useRef } from 'react'
import { Field, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { authCall } from './auth.ts'
import { readDraft, writeDraft } from './draft.ts'
import { useAccountForm } from './form.ts'
import { AccountForm, ChosenPassword } from './parts.tsx'
import { checkSignUp } from './rules.ts'

export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const username = useRef<HTMLInputElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const form = useAccountForm({
    check: checkSignUp,
    send: async (values) => {
      const name = (values.username ?? '').trim()
      const address = (values.email ?? '').trim()
      await authCall('sign-up/email', { email: address, password: values.password ?? '', username: name, name })
      writeDraft({ username: name, email: address, sent: true })
      toast.good('Account created! Please check your email to verify your account.')
      onSent(address)
    },
  })

  // the values from before a reload, unless the browser or a password manager has already filled the fields
  useEffect(() => {
    const draft = readDraft()
    if (username.current && !username.current.value) username.current.value = draft.username
    if (email.current && !email.current.value) email.current.value = draft.email
  }, [])

  return (
    <AccountForm form={form} submit="Sign Up" busyLabel="Signing up...">
      <Field
        label="Username"
        hint="How others see and find you. 3 to 30 letters, digits, dots, dashes or underscores."
        error={form.errors.username}
      >
        <TextInput
          ref={username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          onInput={(event) => writeDraft({ username: event.currentTarget.value })}
        />
      </Field>
      <Field label="Email" hint="Only you see it." error={form.errors.email}>
        <TextInput
          ref={email}
          name="email"
          type="email"
          autoComplete="email"
          enterKeyHint="next"
          onInput={(event) => writeDraft({ email: event.currentTarget.value })}
        />
      </Field>
      <ChosenPassword name="password" label="Password" error={form.errors.password} />
    </AccountForm>
  )
}
