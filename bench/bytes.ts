/**
 * What a visitor's browser loads for a page: counted in a real browser. The size is that after gzip -9; fonts are
 * not compressed again.
 */
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browserOptions } from '../test/browser.ts'

export interface Weight {
  js: number
  css: number
  fonts: number
  html: number
}

const KINDS: Record<string, keyof Weight> = { script: 'js', stylesheet: 'css', font: 'fonts', document: 'html' }

/** A string, because the server's types do not include the DOM. */
const STYLES_INSIDE = `[...document.querySelectorAll('style')].map((style) => style.textContent).join('')`

export async function measureBytes(url: string): Promise<Weight> {
  const browser = await chromium.launch(await browserOptions())
  try {
    const page = await browser.newPage()
    const weight: Weight = { js: 0, css: 0, fonts: 0, html: 0 }
    const reading: Promise<void>[] = []
    page.on('response', (response) => {
      const kind = KINDS[response.request().resourceType()]
      // a preloaded module has the type "other" until it is executed
      const isScript = new URL(response.url()).pathname.endsWith('.js')
      const into = isScript ? 'js' : kind
      if (!into) return
      reading.push(
        response.body().then((body) => {
          weight[into] += into === 'fonts' ? body.length : gzipSync(body, { level: 9 }).length
        }),
      )
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await Promise.all(reading)
    // a visitor's page contains its style sheet, which counts as CSS and not as HTML
    const inside = (await page.evaluate(STYLES_INSIDE)) as string
    const bytes = inside ? gzipSync(inside, { level: 9 }).length : 0
    weight.css += bytes
    weight.html -= bytes
    return weight
  } finally {
    await browser.close()
  }
}
