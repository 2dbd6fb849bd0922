import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

export type StayAmount = {
  reference: string
  guest: string
  property: string
  checkIn: IsoDate
  checkOut: IsoDate
  amount: Cents
}

/** A payment of a confirmed stay that is still to come. Without an agreed day, it is due when the stay begins. */
export type OwedPayment = StayAmount & {
  dueOn: IsoDate
  /** The guest pays it, a card is charged automatically, or a card refused it. */
  how: 'guest' | 'card' | 'refused'
  isLate: boolean
  /** When the guest was last reminded. */
  reminded: string | null
  /** The guest has an address to send a reminder to. */
  canRemind: boolean
}
