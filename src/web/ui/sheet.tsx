import { DialogFrame, type DialogProps } from './dialog.tsx'

/** A side sheet from the end of the line: the whole width of a phone, 400 px at a desk. */
export function Sheet(props: DialogProps) {
  return <DialogFrame {...props} place="end" />
}
