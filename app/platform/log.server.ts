import { type Logger, pino } from 'pino'

export type { Logger }

/** The process's log: one JSON object a line on standard output, no guest's data beyond what a caller names. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
