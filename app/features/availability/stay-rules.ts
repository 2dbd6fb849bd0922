import { type Gaps, gapKey, type Price, priceStay, totalOfStay } from '#app/features/pricing/price.ts'
import type { PromoCode } from '#app/features/pricing/promo-code.ts'
import { minimumOn, type PricingRules, type Season, seasonsOf } from '#app/features/pricing/rates.ts'
import {
  addDays,
  eachNight,
  formatDate,
  formatMonth,
  type IsoDate,
  isIsoDate,
  nightsBetween,
  weekday,
} from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party, Stay, StayDraft } from '#app/shared/stay.ts'
import { refuseStay, type StayRefusal, tooFar } from '#app/shared/stay-refusal.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import { countOf, listOf } from '#app/shared/words.ts'

/** The capacity of a property. Guests are adults plus children. */
type Capacity = { maxGuests: number; maxInfants: number; maxPets: number }

/** How far ahead a stay can begin. The minimum counts today until `untilHour` in local time. */
type Notice = { days: number; untilHour: number; windowDays: number | null }

export type PropertyRules = Capacity & { notice: Notice; pricing: PricingRules }

/** Settings of the site: the longest stay in nights, and how many days ahead a stay may begin. */
export type StayLimits = { maxStayNights: number; bookingWindowDays: number }

/** The local date and hour at the property. */
export type LocalTime = { today: IsoDate; hour: number }

/** `bookings.total_amount` holds at most this many cents. */
export const LARGEST_TOTAL = 99_999_999

/** Checks the dates alone. `today` is the local date at the property (docs/decisions/011). */
export function checkDates(
  stay: Pick<StayDraft, 'checkIn' | 'checkOut'>,
  today: IsoDate,
  limits: StayLimits,
): StayRefusal | null {
  const { checkIn, checkOut } = stay
  const missing: (keyof Stay)[] = []
  if (!checkIn || !isIsoDate(checkIn)) missing.push('checkIn')
  if (!checkOut || !isIsoDate(checkOut)) missing.push('checkOut')
  if (!checkIn || !checkOut || missing.length > 0) {
    return refuseStay('dates-missing', 'Select your check-in and check-out dates.', ...missing)
  }
  if (checkOut <= checkIn) {
    return refuseStay(
      'checkout-before-checkin',
      'Check-out must be after check-in. Please choose a later date.',
      'checkOut',
    )
  }
  return checkSpan({ checkIn, checkOut }, today, limits)
}

/** Checks dates that are real and in order. */
function checkSpan(
  { checkIn, checkOut }: Pick<Stay, 'checkIn' | 'checkOut'>,
  today: IsoDate,
  limits: StayLimits,
): StayRefusal | null {
  if (checkIn < today)
    return refuseStay('in-the-past', 'That check-in date has passed. Please choose a later one.', 'checkIn')
  if (nightsBetween(checkIn, checkOut) > limits.maxStayNights) {
    const message = `Stays are limited to ${countOf(limits.maxStayNights, 'night')}. Contact us for a longer one.`
    return refuseStay('too-long', message, 'checkOut')
  }
  const last = addDays(today, limits.bookingWindowDays)
  return checkIn > last ? tooFar(last) : null
}

/** Checks the party against the capacity (docs/decisions/011). */
export function checkParty(property: Capacity, party: Party): StayRefusal | null {
  if (party.adults < 1) return refuseStay('adult-needed', 'Your group needs at least one adult.', 'adults')
  if (party.adults + party.children > property.maxGuests) {
    const message = `This home sleeps ${property.maxGuests}. Infants under 2 don’t count toward the limit.`
    return refuseStay('too-many-guests', message, party.adults > property.maxGuests ? 'adults' : 'children')
  }
  if (party.infants > property.maxInfants) {
    const message =
      property.maxInfants === 0
        ? 'This home isn’t set up for infants.'
        : `This home allows up to ${countOf(property.maxInfants, 'infant')}.`
    return refuseStay('too-many-infants', message, 'infants')
  }
  if (party.pets > property.maxPets) {
    const message =
      property.maxPets === 0
        ? 'This home doesn’t allow pets.'
        : `This home allows up to ${countOf(property.maxPets, 'pet')}.`
    return refuseStay('too-many-pets', message, 'pets')
  }
  return null
}

export function notAvailable(): StayRefusal {
  return refuseStay('not-available', 'This home isn’t taking bookings right now. Contact us about your dates.')
}

export function datesTaken(): StayRefusal {
  return refuseStay(
    'dates-taken',
    'Some of these nights are already booked. Please choose other dates.',
    'checkIn',
    'checkOut',
  )
}

function noRates(): StayRefusal {
  return refuseStay('no-rates', 'We don’t have prices for these dates yet. Contact us and we’ll help.')
}

/** The limits of the site, with the property's own where they are shorter. */
export function limitsOf({ notice, pricing }: PropertyRules, limits: StayLimits): StayLimits {
  const { maxStayNights, bookingWindowDays } = limits
  return {
    maxStayNights: Math.min(pricing.maximumStay ?? maxStayNights, maxStayNights),
    bookingWindowDays: Math.min(notice.windowDays ?? bookingWindowDays, bookingWindowDays),
  }
}

/** The first day on which the notice lets a stay begin. */
export function firstArrival({ notice }: PropertyRules, { today, hour }: LocalTime): IsoDate {
  return addDays(today, notice.days + (hour >= notice.untilHour ? 1 : 0))
}

function checkNotice(property: PropertyRules, checkIn: IsoDate, moment: LocalTime): StayRefusal | null {
  const first = firstArrival(property, moment)
  if (checkIn >= first) return null
  const message = `This home needs a little notice. The earliest check-in is ${formatDate(first, 'day')}.`
  return refuseStay('too-soon', message, 'checkIn')
}

/** Why the property's rules refuseStay this arrival, whenever the stay ends. */
export function checkArrival(property: PropertyRules, checkIn: IsoDate, moment: LocalTime): StayRefusal | null {
  return checkNotice(property, checkIn, moment) ?? checkArrivalDay(property.pricing, checkIn)
}

/** The context of the rules besides the property and the stay. */
export type StayContext = LocalTime & { limits: StayLimits; gaps: Gaps }

/** The rules of a stay with dates in order, each with its refusal. */
const STAY_RULES: ((property: PropertyRules, stay: Stay, context: StayContext) => StayRefusal | null)[] = [
  checkParty,
  (property, { checkIn }, context) => checkNotice(property, checkIn, context),
  ({ pricing }, { checkIn }) => checkArrivalDay(pricing, checkIn),
  ({ pricing }, { checkOut }) => checkDepartureDay(pricing, checkOut),
  ({ pricing }) => (pricing.baseNightly === null ? noRates() : null),
  ({ pricing }, stay, { gaps }) => (gaps.has(gapKey(stay)) ? null : checkMinimum(pricing, stay)),
]

function checkMinimum(pricing: PricingRules, { checkIn, checkOut }: Stay): StayRefusal | null {
  const minimum = minimumStayOn(pricing, checkIn)
  if (nightsBetween(checkIn, checkOut) >= minimum) return null
  const message = `Stays that start ${formatDate(checkIn)} have a ${minimum}-night minimum.`
  return refuseStay('below-minimum', message, 'checkOut')
}

/** Why the property's rules refuse the stay, whoever has its nights; null if they allow it. */
export function checkStayRules(property: PropertyRules, stay: StayDraft, context: StayContext): StayRefusal | null {
  const refusal = checkDates(stay, context.today, limitsOf(property, context.limits))
  return refusal ?? firstRefusal(property, stay as Stay, context)
}

function firstRefusal(property: PropertyRules, stay: Stay, context: StayContext): StayRefusal | null {
  for (const check of STAY_RULES) {
    const refused = check(property, stay, context)
    if (refused) return refused
  }
  return null
}

/** Everything for which the property's rules refuseStay the stay, not only the first. */
export function listRefusals(property: PropertyRules, stay: StayDraft, context: StayContext): StayRefusal[] {
  const refusal = checkDates(stay, context.today, limitsOf(property, context.limits))
  if (refusal) return [refusal]
  return STAY_RULES.flatMap((check) => check(property, stay as Stay, context) ?? [])
}

/**
 * Whether the stay can be booked in this property, and its price. Frame and server share this code, and so the
 * messages. A promo code must have been checked before.
 */
export function checkStay(
  property: PropertyRules,
  stay: StayDraft,
  context: StayContext & { taken?: ReadonlySet<IsoDate>; promo?: PromoCode | null },
): StayRefusal | { ok: true; price: Price } {
  const refusal = checkStayRules(property, stay, context)
  if (refusal) return refusal
  const { checkIn, checkOut } = stay as Stay
  const price = priceStay(property.pricing, stay as Stay, { promo: null, ...context })
  if (!price || price.total > LARGEST_TOTAL) return noRates()
  if (context.taken && eachNight(checkIn, checkOut).some((night) => context.taken?.has(night))) return datesTaken()
  return { ok: true, price }
}

/** Whether the nights of a stay with an operator's offer are available. */
export function checkOffer(
  price: Price,
  { checkIn, checkOut }: Pick<StayDraft, 'checkIn' | 'checkOut'>,
  taken: ReadonlySet<IsoDate>,
): StayRefusal | { ok: true; price: Price } {
  const nights = checkIn && checkOut ? eachNight(checkIn, checkOut) : []
  return nights.some((night) => taken.has(night)) ? datesTaken() : { ok: true, price }
}

/** The total of `checkStay`, many times faster; null where that refuses. The dates must be real and in order. */
export function totalIfAllowed(property: PropertyRules, stay: Stay, context: StayContext): Cents | null {
  if (checkSpan(stay, context.today, limitsOf(property, context.limits))) return null
  if (firstRefusal(property, stay, context)) return null
  const total = totalOfStay(property.pricing, stay, context)
  return total === null || total > LARGEST_TOTAL ? null : total
}

/** The minimum nights of a stay that begins on this date. It is set by date, by weekday in its season, or by season. */
export function minimumStayOn(rules: PricingRules, checkIn: IsoDate): number {
  const ofDate = rules.overrides[checkIn]?.minimumStay
  if (ofDate) return ofDate
  const [season] = seasonsOf(rules, checkIn)
  const date = { seasonId: season?.id ?? null, date: checkIn }
  return minimumOn(rules.arrivalMinimums, date) ?? season?.minimumStay ?? rules.minimumStay
}

/** Whether a stay of all nights between two others is shorter than the minimum, and the property allows it. */
export function mayFillGap(rules: PricingRules, { from, to }: { from: IsoDate; to: IsoDate }): boolean {
  const nights = nightsBetween(from, to)
  return rules.gap !== null && nights >= rules.gap.gapMinimumStay && nights < minimumStayOn(rules, from)
}

/** The arrival weekdays around this date, and the part of the year they apply to; null means any. */
function daysAround(rules: PricingRules, date: IsoDate): { days: readonly number[]; season: Season | null } | null {
  const season = seasonsOf(rules, date).find(({ checkInDays }) => checkInDays !== null) ?? null
  const days = season ? season.checkInDays : rules.checkInDays
  return days && { days, season }
}

/** Whether a stay may begin on this weekday. */
function checkArrivalDay(rules: PricingRules, checkIn: IsoDate): StayRefusal | null {
  const around = daysAround(rules, checkIn)
  if (!around || around.days.includes(weekday(checkIn))) return null
  return refuseStay('arrival-day', `Check-in is only on ${daysWords(around)}.`, 'checkIn')
}

/**
 * Whether a stay may end on this weekday. Where its last night has arrival days, guests also leave on one of them.
 * Otherwise the nights up to the next arrival could not be booked.
 */
export function checkDepartureDay(rules: PricingRules, checkOut: IsoDate): StayRefusal | null {
  const around = daysAround(rules, addDays(checkOut, -1))
  if (!around || around.days.includes(weekday(checkOut))) return null
  return refuseStay('departure-day', `Check-out is only on ${daysWords(around)}.`, 'checkOut')
}

/** `Saturdays in July`, `Fridays and Saturdays from December 15 to April 10`. */
function daysWords({ days, season }: { days: readonly number[]; season: Season | null }): string {
  const names = listOf([...days].sort().map((day) => `${WEEKDAYS[day]}s`))
  return season ? `${names} ${periodWords(season)}` : names
}

// Any leap year: a season may end on February 29.
function periodWords({ startsOn, endsOn }: Season): string {
  const [first, last] = [`2028-${startsOn}`, `2028-${endsOn}`]
  const isMonth = startsOn.endsWith('-01') && startsOn < endsOn && addDays(last, 1).endsWith('-01')
  if (isMonth && startsOn.slice(0, 2) === endsOn.slice(0, 2)) return `in ${formatMonth(first).split(' ')[0]}`
  const dayOf = (date: IsoDate) => formatDate(date, 'day').split(', ')[1]
  return `from ${dayOf(first)} to ${dayOf(last)}`
}
