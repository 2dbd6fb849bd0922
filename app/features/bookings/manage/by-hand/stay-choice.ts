import type { Price } from '#app/features/pricing/price.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'

/** A home that an operator may book. */
export type Property = { id: string; slug: string; name: string; maxGuests: number }

/** The result of checking a stay, for an operator, before it is booked or moved. */
export type StayCheck = {
  stay: Stay
  property: Property
  /** Rules that guests have to meet, in words; an operator need not. */
  warnings: string[]
  /** The conflicts of the nights, in words: the stay cannot be booked then. */
  taken: string[]
  /** The price by the home's rates; null without any. */
  price: Price | null
}

/** The fields of a form, and the keys of an address, that choose a stay. */
export const STAY_FIELDS = ['property', 'checkIn', 'checkOut', 'adults', 'children', 'infants', 'pets'] as const

/** A stay that is being chosen: `property` is a slug; missing or invalid parts are empty. */
export type StayChoice = { property: string } & Stay

/** A choice with its check by the server; null while it is not complete. `problem` says what to correct. */
export type CheckedStay = { choice: StayChoice; check: StayCheck | null; problem: string | null }

const countOfText = (text: string | null, fallback: number) =>
  text && /^\d{1,2}$/.test(text) ? Number(text) : fallback

/** Parses `STAY_FIELDS` of an address or a form. */
export function parseStayChoice(read: (name: string) => string | null, fallback?: StayChoice): StayChoice {
  const dateOf = (name: 'checkIn' | 'checkOut') => {
    const text = read(name) ?? fallback?.[name] ?? ''
    return isIsoDate(text) ? text : ''
  }
  return {
    property: read('property') ?? fallback?.property ?? '',
    checkIn: dateOf('checkIn'),
    checkOut: dateOf('checkOut'),
    adults: Math.max(1, countOfText(read('adults'), fallback?.adults ?? 2)),
    children: countOfText(read('children'), fallback?.children ?? 0),
    infants: countOfText(read('infants'), fallback?.infants ?? 0),
    pets: countOfText(read('pets'), fallback?.pets ?? 0),
  }
}

/** The message for an invalid choice; null if it is valid, or still incomplete. */
export function problemOfChoice({ checkIn, checkOut }: StayChoice): string | null {
  return checkIn && checkOut && checkOut <= checkIn ? 'Check-out must be after check-in.' : null
}
