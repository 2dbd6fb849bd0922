import { execFileSync } from 'node:child_process'
import path from 'node:path'

const SET_CLOCK = path.resolve(import.meta.dirname, '../e2e/set-clock.ts')

/**
 * With `TEST_CLOCK_FROM`, an instant, the clock of a whole test run starts there. This is the environment of the
 * processes that run tests. `e2e/set-clock.ts` sets the same clock in all that they start.
 */
export function clockOfTests(): Record<string, string> {
  const { TEST_CLOCK_FROM } = process.env
  return TEST_CLOCK_FROM ? { CLOCK_FROM: TEST_CLOCK_FROM, NODE_OPTIONS: `--import=${SET_CLOCK}` } : {}
}

/** How far the clock of this run is ahead of the real one, in milliseconds. */
export const clockAhead = () => Number(process.env.CLOCK_AHEAD_MS ?? 0)

/** The environment of a site with this run's clock, or with a clock of its own by `CLOCK_FROM`. */
export function clockOfSite(settings: Record<string, string>): Record<string, string> {
  const { CLOCK_AHEAD_MS } = process.env
  if (!CLOCK_AHEAD_MS || settings.CLOCK_FROM) return {}
  return { CLOCK_AHEAD_MS, NODE_OPTIONS: `--import=${SET_CLOCK} ${settings.NODE_OPTIONS ?? ''}` }
}

/**
 * The environment of a database server with this run's clock, whose compiled library is put into the folder. To set
 * the clock, it needs a C compiler.
 */
export function clockOfPostgres(folder: string): Record<string, string> {
  if (clockAhead() === 0) return {}
  const library = path.join(folder, 'shift-clock.so')
  const source = path.resolve(import.meta.dirname, 'servers/shift-clock.c')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source])
  return { LD_PRELOAD: library, CLOCK_AHEAD_MS: String(clockAhead()) }
}
