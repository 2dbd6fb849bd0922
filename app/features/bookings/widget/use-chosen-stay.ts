import { useEffect, useMemo, useState } from 'react'
import type { BookingOptions } from '#app/features/availability/availability.ts'
import { findNearestOpen, findNextOpen, type OpenStay } from '#app/features/availability/next-open.ts'
import { disabledWords } from '#app/features/availability/stay-picker/day-labels.ts'
import type { CalendarNights, StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import { checkArrival, checkOffer, checkStay, checkStayRules } from '#app/features/availability/stay-rules.ts'
import type { Gaps, Price } from '#app/features/pricing/price.ts'
import { checkPromo, type PromoEntry } from '#app/features/pricing/promo-code.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { type Party, partyOf, type StayDraft, stayFromQuery } from '#app/shared/stay.ts'
import { usePromo } from './promo-code.tsx'
import {
  getStoredBooking,
  isBookedAlready,
  isQuoteOf,
  type OpenQuote,
  type PricedStay,
  type StoredBooking,
  type StoredHold,
} from './session-storage.ts'
import { useHold, useQuotes } from './use-quotes-and-hold.ts'

/** The server's refusal of a booking, with what was typed. */
export type BookingRefused = {
  status: number
  message: string
  fields: Record<string, string>
  values: Record<string, string>
}

type Input = {
  options: BookingOptions
  draft: StayDraft | null
  /** A code in the address, as checked by the server. */
  promo: PromoEntry | null
  /** An open quote in the address, and the price of an operator's offer. */
  quote: QuoteWithOffer | null
  refused: BookingRefused | null
}

const COUPLE: Party = { adults: 2, children: 0, infants: 0, pets: 0 }

const choiceOf = (draft: StayDraft | null): StayChoice => ({
  checkIn: draft?.checkIn ?? null,
  checkOut: draft?.checkOut ?? null,
})

type OpenArguments = Parameters<typeof findNearestOpen>

/** The open stays nearest to the chosen dates; none until both are chosen. */
function nearestTo(
  { checkIn, checkOut }: StayChoice,
  party: Party,
  { rules, open }: { rules: OpenArguments[0]; open: OpenArguments[2] },
): OpenStay[] {
  if (!checkIn || !checkOut || checkIn >= checkOut) return []
  return findNearestOpen(rules, { ...party, checkIn, checkOut }, open)
}

/** The chosen dates, party and promo code, checked by the server's rules: the price, or why there is none. */
export function useChosenStay({ options, draft, refused, ...given }: Input) {
  const { propertyId, rules, today, hour, limits } = options
  const [choice, setChoice] = useState(choiceOf(draft))
  const [party, setParty] = useState<Party>(draft ? partyOf(draft) : COUPLE)
  const quotes = useQuotes(propertyId, given.quote)
  const hold = useHold(propertyId, quotes)
  const nights = useNights(options, [hold.hold, given.quote])
  const promo = usePromo(propertyId, given.promo, refused)
  const booked = useOwnBooking(propertyId, refused)

  const moment = { today, hour, limits, taken: nights.taken, gaps: nights.gaps }
  const checkCode = ({ checkIn, checkOut }: StayChoice) =>
    promo.promo && checkIn && checkOut ? checkPromo(promo.promo, { checkIn, checkOut }) : null
  const check = (dates: StayChoice) => {
    const offer = offerOf(given.quote, { ...dates, party, promoCode: promo.promo?.code ?? '' })
    if (offer) return checkOffer(offer, dates, nights.taken)
    const code = checkCode(dates) ? null : promo.promo
    return checkStay(rules, { ...party, ...dates }, { ...moment, promo: code })
  }
  // A function of this rendering: what it knows holds for this party and this code only.
  const totals = once((dates) => {
    const [checkIn = '', checkOut = ''] = dates.split(' ')
    const checked = check({ checkIn, checkOut })
    return checked.ok ? formatAmount(checked.price.total) : null
  })
  const totalOf = (checkIn: IsoDate, checkOut: IsoDate) => totals(`${checkIn} ${checkOut}`)
  const checked = check(choice)
  const price = checked.ok ? checked.price : null
  const hint = checked.ok || checked.reason === 'dates-missing' ? null : checked.message
  const isAboutParty = !checked.ok && Object.keys(checked.fields).some((field) => field in party)
  const isOwn = !checked.ok && checked.reason === 'dates-taken' && isBookedAlready(booked, choice)

  const promoError = checkCode(choice)?.message ?? null
  const promoCode = promoError ? '' : (promo.promo?.code ?? '')
  const { checkIn, checkOut } = choice
  const stay = price && checkIn && checkOut ? { ...party, checkIn, checkOut } : null
  const priced = stay && { stay, promoCode }
  const open = { ...moment, answerHours: options.answerHours }
  const quoteOfHold = hold.hold && priced && isQuoteOf(hold.hold.quote, priced) ? hold.hold.quote : null
  const quote = quoteOfHold ?? (priced && quotes.find(priced))
  return {
    choice,
    setChoice,
    party,
    setParty,
    nights,
    totalOf,
    price,
    nextOpen: checkIn || checkOut ? null : findNextOpen(rules, { party, from: null, nights: null }, open),
    nearest: checked.ok || isAboutParty ? [] : nearestTo(choice, party, { rules, open }),
    hint,
    isAboutParty,
    stay,
    priced,
    booked: isOwn ? booked : null,
    promo,
    promoError,
    promoCode,
    hold,
    quote,
    findQuote: async (of: PricedStay) => quote ?? quotes.ask(of, hold.hold?.id),
  }
}

/** A quote, with the price that an operator offered, and whether its nights are on hold with it. */
export type QuoteWithOffer = OpenQuote & { offer: Price | null; isHeld: boolean }

/** The nights of the home. Those that the window holds, or an operator with the offer, are free. */
function useNights(options: BookingOptions, [own, quote]: [StoredHold | null, QuoteWithOffer | null]) {
  return useMemo(() => {
    const offered = quote?.isHeld ? stayFromQuery(new URLSearchParams(quote.stay)) : null
    return calendarNights(options, [own, offered])
  }, [options, own, quote])
}

/** The offered price of exactly these dates, this party and no other code. */
function offerOf(
  quote: QuoteWithOffer | null,
  { checkIn, checkOut, party, promoCode }: StayChoice & { party: Party; promoCode: string },
): Price | null {
  if (!quote?.offer || !checkIn || !checkOut) return null
  return isQuoteOf(quote, { stay: { ...party, checkIn, checkOut }, promoCode }) ? quote.offer : null
}

/**
 * This window's own booking of the property. Read again after a refusal: a page from the back-forward cache may not
 * know it.
 */
function useOwnBooking(propertyId: string, refused: BookingRefused | null): StoredBooking | null {
  const [booked, setBooked] = useState<StoredBooking | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is a reason to read again
  useEffect(() => setBooked(getStoredBooking(propertyId)), [propertyId, refused])
  return booked
}

type Refusal = ReturnType<CalendarNights['refusal']>

const ANYONE = { adults: 1, children: 0, infants: 0, pets: 0 }

/** Memoizes by key. */
function once<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, work(key))
    return known.get(key) as Value
  }
}

/**
 * The property's rules for its calendar: each stay is checked once, with the rules that the server uses. Nights held
 * for the guest are free to that guest.
 */
export function calendarNights(
  { rules, limits, today, hour, lastDay, taken, ...options }: BookingOptions,
  held: readonly ({ checkIn: IsoDate; checkOut: IsoDate } | null)[] = [],
): CalendarNights & { gaps: Gaps } {
  const gaps = new Set(options.gaps)
  const context = { today, hour, limits, gaps }
  // The calendar asks about sixty check-outs, so an impossible arrival is refused only once.
  const arrival = once((checkIn) => checkArrival(rules, checkIn, context))
  const stay = once((dates): Refusal => {
    const [checkIn = '', checkOut = ''] = dates.split(' ')
    return checkStayRules(rules, { ...ANYONE, checkIn, checkOut }, context)
  })
  return {
    today,
    gaps,
    end: addDays(lastDay, limits.maxStayNights - 1),
    taken: new Set(taken.filter((night) => !held.some((own) => own && own.checkIn <= night && night < own.checkOut))),
    refusal: (checkIn: IsoDate, checkOut: IsoDate) => arrival(checkIn) ?? stay(`${checkIn} ${checkOut}`),
    disabledWords,
  }
}
