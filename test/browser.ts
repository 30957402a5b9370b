/** Which Chromium: one named by the environment, else the packaged one, so that nothing needs to be installed. */
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'

/** Ours, not the package's own list: that one switches web security off. */
const ARGS = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-zygote',
  '--disable-background-networking',
  '--disable-component-update',
  // glyphs where the font puts them, as on a phone; hinting moves them by whole pixels and eats spaces
  '--font-render-hinting=none',
]

export async function browserOptions(): Promise<LaunchOptions> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...ARGS] : ARGS
  return { executablePath: await executable(), args }
}

async function executable(): Promise<string> {
  const named = [process.env.CHROMIUM, chromium.executablePath(), '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  )
  if (named) return named
  // with this name in the environment the package brings its own libraries along
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}
