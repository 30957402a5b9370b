import type { ReactNode } from 'react'

export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
