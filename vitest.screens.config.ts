/** Screens, each alone in a real browser with typed answers of the contract: `npm test -- screens`. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserOptions } from './test/browser.ts'

export default defineConfig({
  plugins: [react()],
  // a folder of its own: other runs of Vite in this clone would otherwise make it prepare the packages anew
  cacheDir: 'node_modules/.vite-screens',
  resolve: {
    alias: { '@tanstack/react-start': fileURLToPath(new URL('./test/screens/start.ts', import.meta.url)) },
  },
  optimizeDeps: {
    entries: ['src/web/router.tsx', 'test/screens/*.ts', 'test/screens/*.test.tsx'],
  },
  test: {
    name: 'screens',
    include: ['test/screens/**/*.test.tsx'],
    setupFiles: ['test/screens/setup.ts'],
    testTimeout: 20_000,
    // one page for all of them: the product's four hundred modules are fetched once, as in the tab of a member
    isolate: false,
    fileParallelism: false,
    expect: { poll: { timeout: 10_000 } },
    api: { host: '127.0.0.1' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      ui: false,
      provider: playwright({
        launchOptions: await browserOptions(),
        contextOptions: { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/London' },
        actionTimeout: 10_000,
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 900 },
    },
  },
})
