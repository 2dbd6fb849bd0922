import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  // They have a configuration of their own, vitest.slow.config.ts.
  testIgnore: '{cluster,faults}/**',
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
