/** Which Chromium is used: the one that CHROMIUM names, otherwise the packaged one, so that nothing has to be installed. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

/** Our own list of options: the package's list switches web security off. */
const ARGS = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  // puts glyphs where the font puts them, as on a phone; hinting moves them by whole pixels and swallows spaces
  '--font-render-hinting=none',
]

/** Describes, for people, which browser a run uses. Throws when CHROMIUM names a file that does not exist. */
export function browserName(): string {
  const named = process.env.CHROMIUM
  if (!named) return 'the packaged Chromium'
  if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, and there is no such file.`)
  return `${named} (CHROMIUM)`
}

export async function browserOptions(): Promise<LaunchOptions> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...ARGS] : ARGS
  browserName()
  const named = process.env.CHROMIUM
  if (named) return { executablePath: named, args }
  const executablePath = await unpacked()
  return { executablePath, args, env: { ...process.env, FONTCONFIG_FILE: fontsConf() } }
}

/** Unpacks the packaged browser into the temporary folder; its libraries and fonts are beside it. */
async function unpacked(): Promise<string> {
  // if this variable is set, the package unpacks its own libraries as well
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

/**
 * The package's fonts.conf names /tmp/fonts, wherever the fonts really are. With it Chromium finds no font, draws no text and
 * crashes. Ours names the folder that they were unpacked to, and no folder of the system.
 */
function fontsConf(): string {
  const folder = join(tmpdir(), 'fonts-of-run')
  const file = join(folder, 'fonts.conf')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(tmpdir(), 'fonts')}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`
  // two processes may write it at the same time: each reads a complete file
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
  return file
}
