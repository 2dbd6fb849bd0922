import { shiftDate } from './shift-date.ts'

/**
 * Loaded before a program starts (`--import`): its clock then runs from the instant in `CLOCK_FROM`. The clock is the
 * same in its worker threads and in the processes that inherit its environment, whenever they start.
 */
process.env.CLOCK_AHEAD_MS ??= String(Date.parse(process.env.CLOCK_FROM ?? '') - Date.now())
const ahead = Number(process.env.CLOCK_AHEAD_MS)
if (Number.isNaN(ahead)) throw new Error('CLOCK_FROM is no instant.')
shiftDate(ahead)
