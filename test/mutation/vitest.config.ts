import { defineConfig } from 'vitest/config'

/** The tests of one rule. No projects and no server: they run once for each mutant. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    setupFiles: './test/fail-on-console-error.ts',
    isolate: false,
    testTimeout: 60_000,
  },
})
