import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { gapsOf, holesBetween, withNeighbors } from '#app/features/availability/gaps.server.ts'
import { listRefusals } from '#app/features/availability/stay-rules.ts'
import { listTakenSpans, nightsOf } from '#app/features/availability/taken-nights.server.ts'
import { explainStay } from '#app/features/pricing/explain-price.ts'
import { getPricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { checkPromo, type PromoCode } from '#app/features/pricing/promo-code.ts'
import { findPromo } from '#app/features/pricing/promo-codes.server.ts'
import { rateOfNight } from '#app/features/pricing/rates.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addMonths, eachNight, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { promoInput } from '#app/shared/input/stay-input.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { readRules } from './stay-price.server.ts'
import type { PriceDay, WhyInput } from './why.ts'

type Property = NonNullable<Awaited<ReturnType<typeof getPricedProperty>>>

/** The explanation of a stay's price in a home, beside a month of prices. Null if there is no such home. */
export async function getWhyPage(services: Services, slug: string, asked: WhyInput) {
  const { db, clock } = services
  const property = await getPricedProperty(services, slug)
  if (!property) return null
  const ruled = await readRules(services, property.id)
  if (!ruled) return null
  const { rules } = ruled
  const context = { ...localTimeIn(property.timeZone, clock.now()), limits: services.config }
  const { stay } = asked
  const month = asked.month ?? startOfMonth(stay?.checkIn ?? context.today)
  const span = {
    from: stay && stay.checkIn < month ? stay.checkIn : month,
    to: stay && stay.checkOut > addMonths(month, 1) ? stay.checkOut : addMonths(month, 1),
  }
  const spans = await listTakenSpans(db, { ...withNeighbors(span), propertyIds: [property.id] }, { now: clock.now() })
  const taken = nightsOf(spans, span)
  const gaps = gapsOf(holesBetween(spans), rules.pricing)
  const dayOf = (date: IsoDate): PriceDay => {
    const rate = rateOfNight(rules.pricing, date)
    return {
      date,
      price: rate ? formatAmount(rate.price) : null,
      season: rate?.season?.name ?? null,
      isTaken: taken.has(date),
    }
  }
  const { promo, problem } = await promoOf(services, { property, code: asked.code, stay, today: context.today })
  return {
    property: { slug: property.slug, name: property.name, maxInfants: rules.maxInfants, maxPets: property.maxPets },
    asked,
    month: { first: month, days: eachNight(month, addMonths(month, 1)).map(dayOf) },
    today: context.today,
    explanation: stay && explainStay(rules.pricing, stay, { today: context.today, gaps, promo }),
    refusals: stay ? listRefusals(rules, stay, { ...context, gaps }).map(({ message }) => message) : [],
    isTaken: stay !== null && [...taken].some((date) => stay.checkIn <= date && date < stay.checkOut),
    codeProblem: problem,
  }
}

type Input = { property: Property; code: string; stay: Stay | null; today: IsoDate }

async function promoOf(
  services: Services,
  { property, code: typed, stay, today }: Input,
): Promise<{ promo: PromoCode | null; problem: string | null }> {
  const { data: code } = promoInput.safeParse(typed)
  if (!code || !stay) return { promo: null, problem: null }
  const asked = { code, propertyId: property.id, today, now: services.clock.now() }
  const found = await findPromo(services, services.db, asked).catch((error: unknown) => {
    if (error instanceof RateLimitError) return error.refusal
    throw error
  })
  if (!found.ok) return { promo: null, problem: found.message }
  const refused = checkPromo(found.promo, stay)
  return refused ? { promo: null, problem: refused.message } : { promo: found.promo, problem: null }
}
