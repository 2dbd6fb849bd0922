/**
 * Loaded before a program starts (`--import`): its clock then runs from the instant in `CLOCK_FROM`, in worker threads
 * too. Only `Date` changes; timers and measurements do not.
 */
const RealDate = Date
const ahead = RealDate.parse(process.env.CLOCK_FROM ?? '') - RealDate.now()
if (Number.isNaN(ahead)) throw new Error('CLOCK_FROM is no instant.')

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + ahead)
    else super(...(given as [string]))
  }
  static override now() {
    return RealDate.now() + ahead
  }
} as DateConstructor
