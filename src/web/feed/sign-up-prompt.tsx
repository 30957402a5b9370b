/** For visitors who want to ask the assistant: what an account offers. */
import { Check } from 'lucide'
import { FREE_QUESTIONS } from '#contract/plans-words.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

const BRINGS = [
  'Join the dad community',
  `Sign up for ${FREE_QUESTIONS} free AI questions per month`,
  'Personalised advice from real experiences',
]

interface SignUpPromptProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function SignUpPrompt({ open, onOpenChange }: SignUpPromptProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Ask Anything"
      description="Asking takes an account. It is free, and it brings you:"
      foot={
        <>
          <SignInLink className={buttonClass({ variant: 'quiet' })}>Sign In</SignInLink>
          <SignInLink up className={buttonClass()}>
            Sign Up
          </SignInLink>
        </>
      }
    >
      <ul className="brings">
        {BRINGS.map((one) => (
          <li key={one}>
            <Icon of={Check} />
            {one}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
