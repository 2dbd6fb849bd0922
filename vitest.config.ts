import { configDefaults, defineConfig } from 'vitest/config'

const UNIT = {
  globalSetup: './test/global-setup.ts',
  setupFiles: './test/fail-on-console-error.ts',
  testTimeout: 15_000,
  hookTimeout: 30_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
}

/** Proves that a project's time zone is in effect. */
const IN_A_ZONE = 'test/time-zone.test.ts'

/** What counts, writes or reads dates, from the pure functions to the calendar that other sites read from the database. */
const DATES = [
  'app/shared/*.test.ts',
  'app/ui/calendar-*.test.{ts,tsx}',
  'app/platform/db/database.test.ts',
  'app/features/availability/{arrivals,price,price.properties,rules-of-price,stay-rules}.test.ts',
  'app/features/availability/search/search-input.test.ts',
  'app/features/bookings/{bookings,payment-plan,stay-ics}.test.ts',
  'app/features/bookings/{quotes/receipt-words,stays/stay-page}.test.tsx',
  'app/features/calendar-sync/{export-calendar,round-trip,reading/*}.test.ts',
  'app/features/embeds/{stay-choice,booking-frame}.test.{ts,tsx}',
  'app/features/giveaway/giveaway.test.ts',
  IN_A_ZONE,
]

/** The tests of dates as they run on a machine in another time zone. */
const datesIn = (timeZone: string) => ({
  extends: true as const,
  test: { ...UNIT, name: `unit in ${timeZone}`, include: DATES, env: { TZ: timeZone } },
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
