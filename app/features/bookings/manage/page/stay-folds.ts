import type { ManagedStay } from '../managed-stay.ts'
import { recordableOf } from '../money/refund-amounts.ts'

/** The anchors of the folded forms of a booking's page. */
export const FOLDS = {
  recordPayment: 'record-payment',
  guest: 'correct-guest',
  source: 'correct-source',
  doorCode: 'door-code',
  guestLink: 'guest-link',
  refund: 'refund',
  cancel: 'cancel',
} as const

export const isMovable = ({ status }: Pick<ManagedStay, 'status'>) => status === 'confirmed' || status === 'pending'

/** A payment of a canceled stay can be recorded, too, so that it can be returned. */
const wasBooked = ({ status, history }: ManagedStay) =>
  status === 'confirmed' || (status === 'cancelled' && history.some(({ toStatus }) => toStatus === 'confirmed'))

/** The amount that can still be recorded as paid; 0 for none. */
export const recordableIn = (stay: ManagedStay) =>
  wasBooked(stay) ? recordableOf({ status: stay.status, total: stay.total, refund: stay.refunded }, stay.money) : 0

export const isRecordable = (stay: ManagedStay) => recordableIn(stay) > 0
