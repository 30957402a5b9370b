/** Which Chromium: the one that CHROMIUM names, else always the packaged one, so that nothing needs to be installed. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

/** Ours, not the package's own list: that one switches web security off. */
const ARGS = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  // glyphs where the font puts them, as on a phone; hinting moves them by whole pixels and eats spaces
  '--font-render-hinting=none',
]

/** For people: which browser a run uses. Throws when CHROMIUM names a file that does not exist. */
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

/** The packaged browser, unpacked into the temporary folder; its own libraries and fonts lie beside it. */
async function unpacked(): Promise<string> {
  // with this name in the environment the package brings its own libraries along
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

/**
 * The package's own fonts.conf names /tmp/fonts, wherever the fonts really are: without it Chromium finds no font at all,
 * draws no text and crashes. Ours names the folder that they were unpacked to, and nothing of the system.
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
  // two processes may write it at once: each reads a whole file
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
  return file
}
