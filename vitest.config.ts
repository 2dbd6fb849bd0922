import { configDefaults, defineConfig } from 'vitest/config'
import { DATE_TESTS, IN_A_ZONE } from './test/date-tests.ts'

const UNIT = {
  globalSetup: './test/global-setup.ts',
  setupFiles: './test/fail-on-console-error.ts',
  testTimeout: 15_000,
  hookTimeout: 30_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
}

/** The tests of dates as they run on a machine in another time zone. */
const datesIn = (timeZone: string) => ({
  extends: true as const,
  test: { ...UNIT, name: `unit in ${timeZone}`, include: DATE_TESTS, env: { TZ: timeZone } },
})

export default defineConfig({
  test: {
    reporters: ['default', './test/summary-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...UNIT,
          name: 'unit',
          include: ['{app,server,content,test}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, IN_A_ZONE],
        },
      },
      datesIn('Pacific/Auckland'),
      datesIn('America/Los_Angeles'),
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A browser on a busy machine now and then loses a race that no guest runs; the report names what needed a second try.
          retry: 1,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
