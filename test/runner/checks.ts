import type { Step } from './steps.ts'

/** Format, lint and types. They need about as long as the build, or as the unit tests: one core for each. */
export const CHECKS: Step[] = [
  { name: 'Format and lint', kind: 'check', program: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  {
    name: 'Types',
    kind: 'check',
    program: 'sh',
    // On one thread it needs half the seconds and half the memory.
    args: ['-c', 'react-router typegen && tsc -p . --singleThreaded'],
  },
]
