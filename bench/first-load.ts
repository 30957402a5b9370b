/** The first load of a page by a visitor with a slow phone on a slow line: LCP, TBT and CLS as a real browser counts them. */
import { chromium } from '@playwright/test'
import { browserOptions } from '../test/browser.ts'
import { median, type Row } from './table.ts'

const ROUNDS = 3
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 }
/** How long to wait after the network is idle: late layout shifts and tasks belong to the load. */
const REST_MS = 2000

interface Seen {
  /** first contentful paint */
  fcp: number
  lcp: number
  cls: number
  /** the sum over tasks longer than 50 ms */
  tasks: { from: number; to: number }[]
}

/** Runs in the page before all scripts of the program. A string, because the server's types do not include the DOM. */
const WATCH = `(() => {
  const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] };
  const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime });
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value });
  watch('longtask', (entry) => { seen.tasks.push({ from: entry.startTime, to: entry.startTime + entry.duration }) });
  globalThis.seen = seen;
})()`

export async function loadFigures(url: string, post: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['landing', '/'],
    ['feed', '/categories'],
    ['post page', `/post/${post}`],
  ]) {
    await fetch(`${url}${path}`) // so that the server has answered a visitor before
    const seen: Seen[] = []
    for (let round = 0; round < ROUNDS; round++) seen.push(await firstLoad(`${url}${path}`))
    // as the metric is defined: only tasks after the first contentful paint count
    const blocked = ({ fcp, tasks }: Seen) =>
      tasks.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, fcp) - 50), 0)
    rows.push(
      {
        figure: `${name}, first load, slow phone: LCP`,
        value: median(seen.map(({ lcp }) => lcp)) / 1000,
        limit: 1.2,
        unit: 's',
      },
      { figure: `${name}, first load, slow phone: TBT`, value: median(seen.map(blocked)), limit: 100, unit: 'ms' },
      {
        figure: `${name}, first load, slow phone: CLS`,
        value: median(seen.map(({ cls }) => cls)),
        limit: 0.05,
        unit: '',
      },
    )
  }
  return rows
}

async function firstLoad(url: string): Promise<Seen> {
  const browser = await chromium.launch(await browserOptions())
  try {
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    })
    const control = await page.context().newCDPSession(page)
    await control.send('Network.enable')
    await control.send('Network.emulateNetworkConditions', NETWORK)
    await control.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(WATCH)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(REST_MS)
    const seen = (await page.evaluate('globalThis.seen')) as Seen
    if (!seen.lcp) throw new Error(`${url} painted nothing`)
    return seen
  } finally {
    await browser.close()
  }
}
