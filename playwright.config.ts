import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

/** They have a configuration of their own, vitest.slow.config.ts. */
const ELSEWHERE = '{cluster,faults}/**'
/** They are the longest files, so they begin first: at the end a worker would wait for the other one. */
const ENGINES = 'engines/**/*.test.ts'

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'engines', testMatch: ENGINES },
    { name: 'journeys', testIgnore: [ELSEWHERE, ENGINES] },
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
