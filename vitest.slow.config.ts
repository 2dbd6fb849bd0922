import { defineConfig } from 'vitest/config'

/** The suites that start several processes for minutes: `npm run test:cluster` and `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['e2e/{cluster,faults}/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    reporters: ['verbose'],
  },
})
