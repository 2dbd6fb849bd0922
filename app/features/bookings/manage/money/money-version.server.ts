import { getRecordedMoney, type MoneyRow } from '#app/features/bookings/booking-payments.server.ts'
import type { MoneyFacts } from '#app/features/bookings/booking-summary.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'

/** The version that a form carries which moves money, so that nobody sends it without having seen later payments. */
export const moneyVersion = ({ status, total, payments, paidElsewhere, returnDue }: MoneyFacts): string =>
  versionOf({ status, total, payments, paidElsewhere, returnDue })

/** Why a form that shows an older state of a booking's money is refused, in a sentence. Null if it shows this one. */
export async function whyNotSeen(tx: Tx, booking: MoneyRow, seen: string): Promise<string | null> {
  const isSeen = seen === moneyVersion(await getRecordedMoney(tx, booking))
  return isSeen
    ? null
    : 'A payment or refund was recorded since you opened this page. Look at the money again, then decide.'
}
