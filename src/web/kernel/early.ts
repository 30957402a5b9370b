/**
 * What a page does before its own script has come.
 *
 * Presses: links and forms work by themselves, a button does not, and a father who votes a second after the post was there
 * has voted. They are kept until somebody hears them. A button that sends a form is a plain one until React has drawn it
 * anew (`SendButton` of ui/button.tsx), or the browser would send the form by itself; what was pressed is sent then.
 *
 * A fresh page, whose reader begins at its top, draws only what is near, and the rest piece by piece as soon as it has time:
 * `data-fresh`, for the style sheet. Whoever comes back to a place gets everything at once, so that it is where it was.
 */
import { useEffect, useLayoutEffect } from 'react'

interface Early {
  presses: { event: Event; button: HTMLButtonElement }[]
  stop: () => void
}
declare global {
  interface Window {
    early?: Early
  }
}

/** Runs in the page before anything is drawn. What sends a form is left out: its words are not ready yet. */
export const EARLY = `{const presses=[],hear=(event)=>{const button=event.target.closest?.('button');
if(button&&!(button.form&&button.type==='submit'))presses.push({event,button})};addEventListener('click',hear,true);
window.early={presses,stop:()=>removeEventListener('click',hear,true)};
if(!location.hash&&performance.getEntriesByType('navigation')[0]?.type==='navigate')document.documentElement.dataset.fresh=6}`

/** Stands once in the shell. From its first moment on React hears every press itself, also on what it has not taken over yet. */
export function useEarly() {
  useLayoutEffect(hearEarlyPresses, [])
  useEffect(drawTheRest, [])
}

/** The first card or comment that is not drawn yet; conversation.css has the same steps. */
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

// not every browser knows when it is idle
const whenIdle = (then: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: 1000 }) : setTimeout(then, 100)

function hearEarlyPresses() {
  const { early } = window
  if (!early) return
  addEventListener('click', hearUnready, true)
  delete window.early
  early.stop()
  // once each: who presses again because nothing happened means the same; in the order of their last presses, so that of
  // several wishes the last one wins
  const buttons = new Set<HTMLButtonElement>()
  for (const { event, button } of early.presses) {
    if (event.eventPhase === Event.NONE) {
      buttons.delete(button)
      buttons.add(button)
    }
    // one that is still under way has woken React up, and arrives by itself
    else if (isUnready(button)) sendWhenReady(button)
  }
  for (const button of buttons) setTimeout(() => button.click())
}

const isUnready = (button: HTMLButtonElement) => 'sends' in button.dataset && button.type === 'button'

/** React takes over the frame first and the page in it a moment later. */
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
  const observer = new MutationObserver(() => {
    observer.disconnect()
    // a press that is just under way may send it by itself
    setTimeout(() => {
      form?.removeEventListener('submit', note)
      waiting.delete(button)
      if (!isSent) button.click()
    })
  })
  observer.observe(button, { attributeFilter: ['type'] })
}
