import { DialogFrame, type DialogProps } from './dialog.tsx'

/** A drawer from the start side (menus), or from the bottom, near the thumb (lists to choose from). */
export function Drawer({ from = 'start', ...props }: DialogProps & { from?: 'start' | 'bottom' }) {
  return <DialogFrame {...props} place={from} />
}
