import { DialogFrame, type DialogProps } from './dialog.tsx'

/** A side sheet from the end side: full width on a phone, 400 px in the desktop layout. */
export function Sheet(props: DialogProps) {
  return <DialogFrame {...props} place="end" />
}
