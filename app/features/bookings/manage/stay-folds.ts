import type { ManagedStay } from './managed-stay.ts'

/** The anchors of the folded forms of a booking's page. */
export const FOLDS = {
  recordPayment: 'record-payment',
  guest: 'correct-guest',
  source: 'correct-source',
  commission: 'commission',
  doorCode: 'door-code',
  guestLink: 'guest-link',
  refund: 'refund',
  cancel: 'cancel',
} as const

export const isMovable = ({ status }: Pick<ManagedStay, 'status'>) => status === 'confirmed' || status === 'pending'
