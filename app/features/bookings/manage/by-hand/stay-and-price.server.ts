import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { refreshBeforeSale } from '#app/features/calendar-sync/refresh-before-sale.server.ts'
import { agreedPrice } from '#app/features/pricing/agreed-price.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { isExclusionViolation } from '#app/platform/db/retry.server.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { checkStayByHand } from './stay-check.server.ts'
import type { Property } from './stay-choice.ts'

/** The price by the home's rates as the operator saw it, or a total agreed with the guest. */
export type ChosenPrice = { by: 'rates'; shown: Cents | null } | { by: 'agreement'; total: Cents; reason: string }

type Checked = NonNullable<Awaited<ReturnType<typeof checkStayByHand>>>

const NO_PROPERTY = refuse('refused', 'There is no such home or booking.')

/** A change whose form chooses a home, a stay in it, and a price. */
export const ofChosenStay = {
  reused: 'This form was sent before with something else in it. Look at the bookings before you send it again.',
  prepare: async ({ services }: Posted, { property: slug }: { property: string }): Promise<Property | Refusal> => {
    const property = (await listPropertyNames(services)).find((one) => one.slug === slug)
    if (!property) return NO_PROPERTY
    await refreshBeforeSale(services, property.id)
    return property
  },
}

/** The warnings about the chosen stay, or why it cannot be booked. */
export async function checkFree(...asked: Parameters<typeof checkStayByHand>): Promise<Checked | Refusal> {
  const checked = await checkStayByHand(...asked)
  if (!checked) return NO_PROPERTY
  return checked.taken.length > 0 ? refuse('refused', `These nights are taken. ${checked.taken.join(' ')}`) : checked
}

/** The chosen price, or why it cannot be chosen. */
export function choosePrice(chosen: ChosenPrice, { pricing, stay, price }: Checked): Price | Refusal {
  if (chosen.by === 'agreement') return agreedPrice(pricing, stay, chosen.total)
  if (!price) return refuseField('total', 'There are no rates for these nights. Please enter the total.')
  if (price.total === chosen.shown) return price
  return refuseField('priceBy', `By the rates it is ${formatMoney(price.total)} now. Please look at it again.`)
}

export const refuseField = (field: string, message: string): Refusal => refuse('refused', message, { [field]: message })

/** Refuses nights that were free when they were checked, and taken when they were stored. */
export async function refuseTaken<Outcome>(change: Promise<Outcome>): Promise<Outcome | Refusal> {
  try {
    return await change
  } catch (error) {
    if (isExclusionViolation(error)) return refuse('refused', datesTaken().message)
    throw error
  }
}
