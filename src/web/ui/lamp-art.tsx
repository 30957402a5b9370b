import { useId } from 'react'

/** on: a page without content yet · off: it failed · missing: the tool is not on its hook (404) */
export type LampState = 'on' | 'off' | 'missing'

/** The only illustration: a lamp over a peg board. It is decoration; the text beside it carries the meaning. */
export function LampArt({ state = 'on' }: { state?: LampState }) {
  const holes = useId()
  return (
    <svg className="art" viewBox="0 0 132 96" width="132" height="96" aria-hidden="true">
      <defs>
        <pattern id={holes} width="12" height="12" patternUnits="userSpaceOnUse">
          <circle cx="6" cy="6" r="1.4" fill="var(--enamel-hole)" />
        </pattern>
      </defs>
      <rect width="132" height="96" rx="8" fill="var(--enamel)" />
      <rect width="132" height="96" rx="8" fill={`url(#${holes})`} />
      {state === 'missing' ? <Tools /> : <HangingLamp lit={state === 'on'} />}
    </svg>
  )
}

function HangingLamp({ lit }: { lit: boolean }) {
  return (
    <>
      <path d="M66 0v20" stroke="var(--enamel-deep)" strokeWidth="3" />
      {lit ? (
        <>
          <path d="M44 46h44l22 50H22z" fill="var(--beam)" />
          <path d="M44 46c0-15 10-26 22-26s22 11 22 26z" fill="var(--enamel-ink)" />
          <path d="M58 47h16a8 8 0 0 1-16 0z" fill="var(--support)" />
        </>
      ) : (
        <g fill="none" stroke="var(--enamel-ink)" strokeLinejoin="round">
          <path d="M44 46c0-15 10-26 22-26s22 11 22 26z" strokeWidth="2.5" />
          <path d="M58 47h16a8 8 0 0 1-16 0z" strokeWidth="2" />
        </g>
      )}
    </>
  )
}

function Tools() {
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <g transform="translate(14 26) scale(1.9)" stroke="var(--enamel-ink)" strokeWidth="1.5">
        <path d="m15 12-9.373 9.373a1 1 0 0 1-3.001-3L12 9" />
        <path d="m18 15 4-4" />
        <path d="m21.5 11.5-1.914-1.914A2 2 0 0 1 19 8.172v-.344a2 2 0 0 0-.586-1.414l-1.657-1.657A6 6 0 0 0 12.516 3H9l1.243 1.243A6 6 0 0 1 12 8.485V10l2 2h1.172a2 2 0 0 1 1.414.586L18.5 14.5" />
      </g>
      <g
        transform="translate(72 26) scale(1.9)"
        stroke="var(--enamel-soft)"
        strokeWidth="1.3"
        strokeDasharray="2.2 2.6"
      >
        <path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z" />
      </g>
      <g fill="var(--support)">
        <circle cx="37" cy="18" r="3" />
        <circle cx="95" cy="18" r="3" />
      </g>
    </g>
  )
}

/**
 * The large lamp of the landing and sign-in pages with its cone of light. Place it first inside a positioned `.peg`
 * element.
 */
export function LampBeam() {
  return (
    <>
      <svg className="lamp-big" viewBox="0 0 200 120" aria-hidden="true">
        <path d="M100 0v36" stroke="var(--enamel-deep)" strokeWidth="5" />
        <path d="M48 86c0-30 23-52 52-52s52 22 52 52z" fill="var(--enamel-ink)" />
        <path d="M48 86h104" stroke="var(--enamel-deep)" strokeWidth="3" opacity=".35" />
        <path d="M80 88h40a20 20 0 0 1-40 0z" fill="var(--support)" />
      </svg>
      <div className="cone" aria-hidden="true" />
    </>
  )
}

/** The logo: a lamp's arm that also forms an f. Beside the name it needs no accessible name. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M10.4 28V9.4a6.45 6.45 0 0 1 12.9 0" fill="none" stroke="currentColor" strokeWidth="3.7" />
      <path d="M4.6 17.9h10.6M5.8 28h9.6" fill="none" stroke="currentColor" strokeWidth="3.3" />
      <path d="M16 15.6a7.3 7.3 0 0 1 14.6 0z" fill="currentColor" />
      <path d="M19.4 17.7h7.8a3.9 3.9 0 0 1-7.8 0z" fill="var(--support, currentColor)" />
    </svg>
  )
}
