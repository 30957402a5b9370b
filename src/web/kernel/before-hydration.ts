/**
 * What a page does before its own script has loaded.
 *
 * Presses: links and forms work without a script, buttons do not, and a member who votes a second after the post appeared
 * expects his vote to count. Presses are recorded until React handles them. A button that submits a form is a plain
 * button until React has rendered it (`SendButton` of ui/button.tsx), because otherwise the browser would submit the form
 * itself. A recorded press submits the form after that.
 *
 * A fresh page, opened at its top, first renders only what is near, and the rest in steps when the browser is idle:
 * `data-fresh`, for the style sheet. On return to a page everything is rendered immediately, so that the scroll position
 * is right.
 */
import { useEffect, useLayoutEffect } from 'react'
import { currentOf, onRedrawn, whenIdle } from './redrawn-controls.ts'

interface EarlyPresses {
  presses: { event: Event; button: HTMLButtonElement }[]
  stop: () => void
}
declare global {
  interface Window {
    early?: EarlyPresses
  }
}

/** Runs in the page before anything is rendered. Submit buttons are left out, because the form's state is not ready yet. */
export const BEFORE_HYDRATION = `{const presses=[],hear=(event)=>{const button=event.target.closest?.('button');
if(button&&!(button.form&&button.type==='submit'))presses.push({event,button})};addEventListener('click',hear,true);
window.early={presses,stop:()=>removeEventListener('click',hear,true)};
if(!location.hash&&performance.getEntriesByType('navigation')[0]?.type==='navigate')document.documentElement.dataset.fresh=6}`

/**
 * Called once in the shell. From its first effect on React handles every press itself, also on parts that are not
 * hydrated yet.
 */
export function useBeforeHydration() {
  useLayoutEffect(hearEarlyPresses, [])
  useEffect(drawTheRest, [])
}

/** The number of the first card or comment that is not rendered yet; conversation.css has the same steps. */
const STEPS = ['11', '16', undefined]

function drawTheRest() {
  let step = 0
  const draw = () => {
    const next = STEPS[step++]
    if (next === undefined) delete document.documentElement.dataset.fresh
    else {
      document.documentElement.dataset.fresh = next
      whenIdle(draw)
    }
  }
  if ('fresh' in document.documentElement.dataset) whenIdle(draw)
}

function hearEarlyPresses() {
  const { early } = window
  if (!early) return
  addEventListener('click', hearUnready, true)
  delete window.early
  early.stop()
  // Each button is pressed once: repeated presses mean the same. The order is that of their last presses, so that among
  // conflicting presses the last one wins.
  const buttons = new Set<HTMLButtonElement>()
  for (const { event, button } of early.presses) {
    if (event.eventPhase === Event.NONE) {
      buttons.delete(button)
      buttons.add(button)
    }
    // an event that is still being dispatched made React hydrate this part, and reaches React by itself
    else if (isUnready(button)) sendWhenReady(button)
  }
  for (const button of buttons) setTimeout(() => press(button))
}

/** The press makes React hydrate the part. If React draws it anew for that, the press has reached the old button only. */
function press(button: HTMLButtonElement) {
  if (button.isConnected) button.click()
  // the fields get their values first
  if (!button.isConnected) whenIdle(() => currentOf(button).click())
}

const isUnready = (button: HTMLButtonElement) => 'sends' in button.dataset && button.type === 'button'

/** React hydrates the frame first and the page in it a moment later. */
function hearUnready({ target }: Event) {
  const button = target instanceof Element ? target.closest('button') : null
  if (button && isUnready(button)) sendWhenReady(button)
}

const waiting = new WeakSet<HTMLButtonElement>()

function sendWhenReady(button: HTMLButtonElement) {
  if (waiting.has(button)) return
  waiting.add(button)
  const { form } = button
  let isSent = false
  const note = () => {
    isSent = true
  }
  form?.addEventListener('submit', note)
  const unhook = onRedrawn(button, () => {
    observer.disconnect()
    unhook()
    press(button)
  })
  const observer = new MutationObserver(() => {
    observer.disconnect()
    unhook()
    // a press that is just being dispatched may submit the form itself
    setTimeout(() => {
      form?.removeEventListener('submit', note)
      waiting.delete(button)
      if (!isSent) button.click()
    })
  })
  observer.observe(button, { attributeFilter: ['type'] })
}
