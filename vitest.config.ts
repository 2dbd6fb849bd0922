import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { DATE_TESTS, IN_A_ZONE } from './test/date-tests.ts'
import { needsOwnProcess } from './test/own-process.ts'

const TESTS = ['{app,server,content,test}/**/*.test.{ts,tsx}']
/**
 * What a test imports that opens a database, a server or a process. It is no unit test, and `npm run check` leaves it
 * out.
 */
const OPENS =
  /'(?:#test|\.{1,2})(?:\/servers)?\/(?:backup-places|database|small-disk|[a-z-]+-server)\.ts'|'node:(?:child_process|http|net)'|'s3rver'|\bopenDatabase\b/
/** Takes many seconds, and runs with `npm test -- --all`. */
const SLOW = [
  // Its short form is `server/commands/backup.test.ts`.
  'server/backups/{make,restore,restore-earlier}-backup.test.ts',
  // About runs of all tests with another clock. It needs a C compiler.
  'test/test-clock.test.ts',
]
const EXCLUDED = [...configDefaults.exclude, ...(process.env.TEST_ALL ? [] : SLOW)]
const INTEGRATION_TESTS = globSync(TESTS).filter((file) => OPENS.test(readFileSync(file, 'utf8')))
const OWN_PROCESS = INTEGRATION_TESTS.filter((file) => needsOwnProcess(readFileSync(file, 'utf8')))

const SHARED = {
  setupFiles: './test/fail-on-console-error.ts',
  // A file of tests cleans up after itself, so that modules are loaded once and not once a file.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 60_000,
}
const UNIT = { ...SHARED, maxWorkers: 2, sequence: { groupOrder: 0 } }
const INTEGRATION = {
  ...SHARED,
  // They wait for servers and processes. With one more than the cores of a small machine, those have work meanwhile.
  maxWorkers: 3,
  // The end of a run names each that needed its second try.
  retry: 1,
  globalSetup: './test/global-setup.ts',
  sequence: { groupOrder: 1 },
}

/** The unit tests of dates as they run on a machine in another time zone. */
const datesIn = (timeZone: string) => ({
  extends: true as const,
  test: {
    ...INTEGRATION,
    name: `dates in ${timeZone}`,
    include: DATE_TESTS,
    env: { TZ: timeZone },
    // Few of them open a database, which each worker would do.
    maxWorkers: 1,
    sequence: { groupOrder: 2 },
  },
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
          include: TESTS,
          exclude: [...EXCLUDED, ...INTEGRATION_TESTS, IN_A_ZONE],
        },
      },
      // Projects of a group begin in the order of their names: these wait most.
      {
        extends: true,
        test: { ...INTEGRATION, name: 'integration in processes', include: OWN_PROCESS, exclude: EXCLUDED },
      },
      {
        extends: true,
        test: {
          ...INTEGRATION,
          name: 'integration in threads',
          // Threads share the compiled code of the embedded database, which is most of a worker's start.
          pool: 'threads',
          include: INTEGRATION_TESTS,
          exclude: [...EXCLUDED, ...OWN_PROCESS],
        },
      },
      datesIn('Pacific/Auckland'),
      datesIn('America/Los_Angeles'),
    ],
  },
})
