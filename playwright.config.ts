import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

/** They have a configuration of their own, vitest.slow.config.ts. */
const ELSEWHERE = '{cluster,faults}/**'
/** What starts another engine, counts bytes or loses its network. It begins last, and runs one file at a time. */
const SENSITIVE = ['engines/**/*.test.ts', 'weight.test.ts', 'offline.test.ts']

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'journeys', testIgnore: [ELSEWHERE, ...SENSITIVE] },
    { name: 'sensitive', testMatch: SENSITIVE, workers: 1 },
  ],
  // Those run with `npm test -- --all`.
  ...(!process.env.TEST_ALL && { grepInvert: /@slow/ }),
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/journeys',
  reporter: [['list'], ['./e2e/summary-reporter.ts']],
  // A busy machine takes three times as long as a quiet one.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 2,
  // The second try leaves a trace; the end of the run names every journey that needed it.
  retries: 1,
  use: { trace: 'on-first-retry', launchOptions: await findBrowser() },
})
