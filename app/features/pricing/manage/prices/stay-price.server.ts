import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { gapsOf, holesBetween, withNeighbors } from '#app/features/availability/gaps.server.ts'
import { findNearestOpen } from '#app/features/availability/next-open.ts'
import { answerHoursOf, type BookableProperty } from '#app/features/availability/property-rules.server.ts'
import { listRefusals, minimumStayOn, type PropertyRules } from '#app/features/availability/stay-rules.ts'
import { listTakenSpans, nightsOf } from '#app/features/availability/taken-nights.server.ts'
import { listUpcomingTaken, takenNightsOf } from '#app/features/availability/upcoming-nights.server.ts'
import { explainStay, rateName } from '#app/features/pricing/explain-price.ts'
import type { PricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { pricingRulesOf } from '#app/features/pricing/price-settings.ts'
import { rateOfNight } from '#app/features/pricing/rates.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, addMonths, eachNight, formatSpan, type IsoDate, startOfMonth, weekday } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { getRules } from './sample-stays.server.ts'
import type { StayPrice, YearOfPrices } from './stay-price.ts'
import { typedSettings } from './typed-prices.server.ts'
import type { WhyInput } from './why.ts'

/** The rules of a home, published or not, from the cache. */
export const readRules = ({ cache, db }: Services, id: string): Promise<BookableProperty | null> =>
  cache.read(`rules of ${id}, published or not`, () => getRules(db, id))

type Asked = Pick<WhyInput, 'stay' | 'problem'>

/** The price of a stay in a home, by its rules or by what is typed in their form. */
export async function getStayPrice(
  services: Services,
  property: PricedProperty,
  { stay: asked, problem, typed }: Asked & { typed?: URLSearchParams | undefined },
): Promise<StayPrice | null> {
  const known = await readRules(services, property.id)
  if (!known) return null
  const settings = typed ? typedSettings(property, typed) : null
  const pricing = settings ? pricingRulesOf(settings, known.rules.pricing.overrides) : known.rules.pricing
  const bookable = { ...known, rules: { ...known.rules, pricing } }
  const { rules } = bookable
  const local = localTimeIn(property.timeZone, services.clock.now())
  const stay = asked ?? sampleStay(rules, local.today)
  const span = { from: stay.checkIn, to: stay.checkOut }
  const spans = await listTakenSpans(
    services.db,
    { ...withNeighbors(span), propertyIds: [property.id] },
    { now: services.clock.now() },
  )
  const context = { ...local, limits: services.config, gaps: gapsOf(holesBetween(spans), pricing) }
  const refusals = listRefusals(rules, stay, context).map(({ message }) => message)
  if (nightsOf(spans, span).size > 0) refusals.push('Some of these nights are booked or blocked.')
  const offers = refusals.length > 0 ? await offersFor(services, bookable, { stay, local }) : []
  return {
    stay,
    problem,
    isTyped: settings !== null,
    explanation: explainStay(pricing, stay, { today: local.today, gaps: context.gaps, promo: null }),
    refusals,
    offers,
  }
}

/** The stays that a guest is offered in place of one that cannot be booked. */
async function offersFor(
  services: Services,
  property: BookableProperty,
  { stay, local }: { stay: Stay; local: ReturnType<typeof localTimeIn> },
): Promise<string[]> {
  if (property.rules.pricing.baseNightly === null) return []
  const nights = takenNightsOf(property, await listUpcomingTaken(services, [property.id]))
  const context = { ...local, limits: services.config, ...nights, promo: null, answerHours: answerHoursOf(services) }
  return findNearestOpen(property.rules, stay, context).map(
    ({ stay: { checkIn, checkOut }, total }) => `${formatSpan(checkIn, checkOut)} for ${formatAmount(total)}`,
  )
}

const FRIDAY = 5
const COUPLE = { adults: 2, children: 0, infants: 0, pets: 0 }

/** A weekend soon, as long as the minimum stay, while nobody has asked. */
function sampleStay({ pricing }: PropertyRules, today: IsoDate): Stay {
  const checkIn = addDays(today, 14 + ((FRIDAY - weekday(addDays(today, 14)) + 7) % 7))
  return { checkIn, checkOut: addDays(checkIn, Math.max(2, minimumStayOn(pricing, checkIn))), ...COUPLE }
}

const MONTHS = 12

/** The price and the rule of each night of the next twelve months. */
export async function getYearOfPrices(services: Services, { id, today }: PricedProperty): Promise<YearOfPrices | null> {
  const property = await readRules(services, id)
  if (!property) return null
  const first = startOfMonth(today)
  const names: string[] = []
  const nights = eachNight(first, addMonths(first, MONTHS)).map((date): [number, number] | null => {
    const rate = rateOfNight(property.rules.pricing, date)
    if (!rate) return null
    const name = rateName(rate)
    if (!names.includes(name)) names.push(name)
    return [rate.price, names.indexOf(name)]
  })
  return { first, names, nights }
}
