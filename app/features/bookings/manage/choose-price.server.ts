import type { Price } from '#app/features/pricing/price.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'

/** The price by the home's rates as the operator saw it, or a total agreed with the guest. */
export type ChosenPrice = { by: 'rates'; shown: Cents | null } | { by: 'agreement'; total: Cents; reason: string }

export const refusedStay = (message: string, ...fields: string[]) => ({
  ok: false as const,
  reason: 'refused' as const,
  message,
  fields: Object.fromEntries(fields.map((field) => [field, message])),
})

/** The price that is chosen, or why it cannot be; `price` is by the rates. */
export function choosePrice(
  chosen: ChosenPrice,
  { price, agree }: { price: Price | null; agree: (total: Cents) => Price },
): { ok: true; price: Price } | ReturnType<typeof refusedStay> {
  if (chosen.by === 'agreement') return { ok: true, price: agree(chosen.total) }
  if (!price) return refusedStay('There are no rates for these nights. Please enter the total.', 'total')
  if (price.total === chosen.shown) return { ok: true, price }
  return refusedStay(`By the rates it is ${formatMoney(price.total)} now. Please look at it again.`, 'priceBy')
}
