/** The current time; tests set it. */
export type Clock = { now(): Date }

/** The clock of this machine. */
export const machineClock: Clock = { now: () => new Date() }
