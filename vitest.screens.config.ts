/** Screens, each alone in a real browser with typed answers of the contract: `npm test -- screens`. */
import { lstatSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserOptions } from './test/browser.ts'

export default defineConfig({
  plugins: [react()],
  // a folder of its own: other runs of Vite in this clone would otherwise make it prepare the packages anew; and so has a
  // scratch copy, whose packages are a link
  cacheDir: lstatSync('node_modules').isSymbolicLink() ? '.vite-screens' : 'node_modules/.vite-screens',
  resolve: {
    alias: { '@tanstack/react-start': fileURLToPath(new URL('./test/screens/start.ts', import.meta.url)) },
  },
  // also where the folder of the packages is a link, as in the scratch copy of the mutants
  server: { fs: { allow: ['.', realpathSync('node_modules')] } },
  // named, not found: a package that Vite meets in the middle of a run makes it load the page anew, and every test fails
  optimizeDeps: {
    entries: [],
    include: [
      ...['react', 'react/jsx-dev-runtime', 'react/jsx-runtime', 'react-dom', 'react-dom/client'],
      ...['@tanstack/react-query', '@tanstack/react-router', '@orpc/client/fetch', '@orpc/contract'],
      ...['@orpc/server', '@orpc/server/fetch', 'axe-core', 'lucide', 'radix-ui', 'sonner', 'uqr', 'zod'],
      'vitest-browser-react',
    ],
  },
  test: {
    name: 'screens',
    include: ['test/screens/**/*.test.tsx'],
    setupFiles: ['test/screens/setup.ts'],
    allowOnly: false,
    testTimeout: 20_000,
    env: { TEST_LOOKS: process.env.TEST_LOOKS ?? '', TEST_TRANSLATED: process.env.TEST_TRANSLATED ?? '' },
    // four pages for all of them, each in a context of its own: the product's four hundred modules are fetched once in each,
    // as in the tab of a member. With three a quarter of the cores' time is idle.
    isolate: false,
    maxWorkers: 4,
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
