/** Journeys in a real browser against the real program: `npm test -- e2e`. Nothing is retried: a flake is a bug. */
import { defineConfig } from '@playwright/test'
import { browserOptions } from './test/browser.ts'

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/server.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Two cores, which the programs and the browsers share. With two workers a third of the time of the cores is idle, with
  // three a twentieth; a fourth gains nothing.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // generous, because nothing waits for time: a slow machine is only slow
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: await browserOptions(),
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // a trace costs a tenth of the time: `npm test -- e2e --trace retain-on-failure`
    trace: 'off',
  },
})
