/** The possible columns of a file with bookings. */
export const BOOKING_FIELDS = {
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  lastNight: 'Last night',
  dates: 'Check-in and check-out in one',
  guest: 'Guest’s name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  adults: 'Adults',
  children: 'Children',
  infants: 'Infants',
  pets: 'Pets',
  guests: 'Guests in all',
  total: 'Total',
  paid: 'Paid so far',
  due: 'Still to pay',
  currency: 'Currency',
  status: 'Status',
  source: 'Where it was booked',
  reference: 'Its reference there',
  property: 'Home',
  note: 'Note',
} as const
export type BookingField = keyof typeof BOOKING_FIELDS

/** The possible columns of a file with prices. */
export const PRICE_FIELDS = {
  date: 'Night',
  price: 'Price',
  minimum: 'Minimum stay',
  currency: 'Currency',
  property: 'Home',
} as const
type PriceField = keyof typeof PRICE_FIELDS

export type ImportKind = 'bookings' | 'prices'
export const FIELDS: Record<ImportKind, Record<string, string>> = { bookings: BOOKING_FIELDS, prices: PRICE_FIELDS }

/** Chosen for a home whose rows are not imported. No home has this address. */
export const LEAVE_OUT = '-'

/**
 * The headings by which columns are recognized, without capitals, spaces and signs. The first one that is found counts.
 *
 * Known are those of Airbnb's `reservations.csv` (`Confirmation code, Status, Guest name, Contact, # of adults, ...`)
 * of Booking.com's list of reservations (`Book number, Booked by, Guest name(s), Check-in, ..., Price, Remarks`),
 * and of Lodgify's export (`Id, Source, SourceText, Name, Email, Phone, People, DateArrival, DateDeparture, ...`).
 * Several public programs read these. Vrbo documents the columns of its payments report, and Hostaway its template.
 * Of Hospitable, one public program names `checkin_date, checkout_date, property_name, status, revenue`.
 * No list was found for OwnerRez, nor for the reservations of Vrbo. `Arrival`, `Departure`, `Booking` and `Inquirer`
 * are guesses by what their screens say. Whatever is not recognized can be chosen by hand.
 */
const BOOKING_HEADINGS: Record<BookingField, string> = {
  checkIn:
    'checkin checkindate arrival arrivaldate datearrival startdate arrive start from firstnight anreise anreisedatum startdatum arrivée datedarrivée datededébut llegada entrada fechadeinicio arrivo aankomst chegada',
  checkOut:
    'checkout checkoutdate departure departuredate datedeparture enddate depart end to abreise abreisedatum enddatum départ datededépart datedefin salida fechadefin partenza vertrek partida',
  lastNight: 'lastnight',
  dates: 'checkincheckout staydates dates',
  guest:
    'guestname guest name inquirer traveler guestfullname mainguest renter guestnames bookedby gast namedesgastes voyageur nomduvoyageur huésped nombredelhuésped ospite hóspede bookername',
  firstName: 'firstname guestfirstname guestfirst',
  lastName: 'lastname guestlastname guestlast surname',
  email: 'email guestemail guestsemail emailaddress inquireremail',
  phone: 'phone guestphone guestsphone phonenumber contact mobile inquirerphone telefon telefonnummer',
  adults: 'ofadults adults numberofadults numadults erwachsene anzahlerwachsene adultes adultos',
  children: 'ofchildren children numberofchildren numchildren kinder enfants niños',
  infants: 'ofinfants infants numberofinfants',
  pets: 'ofpets pets numberofpets',
  guests: 'guests ofguests numberofguests people partysize occupants numguests',
  total:
    'total totalamount totalprice bookingtotal grandtotal amount revenue totalpayout earnings payout price einnahmen revenus preis gesamtpreis prix precio totalpayment guesttotal prezzo prijs preço',
  paid: 'paid amountpaid totalpaid paidamount payments received',
  due: 'balance balancedue due amountdue dueamount outstanding',
  currency: 'currency currencycode',
  status: 'status bookingstatus reservationstatus statut estado stato',
  source: 'source channel platform listingsite channelname bookingsource portal referrer referer',
  reference:
    'confirmationcode reservationid bookingid confirmation confirmationnumber bookingnumber booknumber reservationcode reference code booking id leadid buchungsnummer bestätigungscode codedeconfirmation códigodeconfirmación numéroderéservation reservation reservationnumber',
  property:
    'property propertyname listing listingname housename home rental unit propertyid unterkunft inserat annonce',
  note: 'notes note comments remarks',
}

/**
 * PriceLabs' download has `Listing ID, Date, Your Price, Recommended Price, Min Stay`: public programs read these. The
 * nightly rates of OwnerRez have `Date`, `Amount` and `Minimum Nights`, as its help says. Those of Wheelhouse and
 * Beyond are guesses.
 */
const PRICE_HEADINGS: Record<PriceField, string> = {
  date: 'date night day staydate',
  price:
    'finalprice yourprice pricewithdefaultcustomization price nightlyprice rate nightlyrate amount postedprice recommendedprice dailyrate',
  minimum: 'minstay minimumstay minnights minimumnights minimum minlos minimumlengthofstay',
  currency: 'currency currencycode',
  property: 'listingname property propertyname listing home unit listingid',
}

const HEADINGS: Record<ImportKind, Record<string, string>> = { bookings: BOOKING_HEADINGS, prices: PRICE_HEADINGS }

/** A heading or a name of a home, for comparing. */
export const plainWords = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The meaning of each column of the file, by its heading; empty for an unknown one. */
export function recognizeColumns(kind: ImportKind, header: readonly string[]): string[] {
  const plain = header.map(plainWords)
  const found = header.map(() => '')
  for (const [field, headings] of Object.entries(HEADINGS[kind])) {
    const at = headings
      .split(' ')
      .map((heading) => plain.indexOf(heading))
      .find((index) => index !== -1 && found[index] === '')
    if (at !== undefined) found[at] = field
  }
  return found
}

const PAYOUTS = ['earnings', 'totalpayout', 'payout', 'einnahmen', 'revenus']

/** Whether the total of a booking is its platform's payout, by its heading. */
export const isPayout = (header: readonly string[], columns: readonly string[]): boolean =>
  PAYOUTS.includes(plainWords(header[columns.indexOf('total')] ?? ''))

/** Headings that only the file of one platform has. */
const FILES_OF_PLATFORMS: [platform: string, headings: string[]][] = [
  ['Airbnb', ['confirmationcode', 'startdate', 'enddate', 'earnings']],
  ['Airbnb', ['bestätigungscode', 'startdatum', 'enddatum', 'einnahmen']],
  ['Airbnb', ['codedeconfirmation', 'datededébut', 'datedefin', 'revenus']],
  ['Booking.com', ['booknumber', 'guestnames']],
  ['Booking.com', ['booknumber', 'bookedby']],
]

/** The platform of a file's bookings, by its headings; empty if unknown. */
export function recognizePlatform(header: readonly string[]): string {
  const plain = header.map(plainWords)
  return FILES_OF_PLATFORMS.find(([, headings]) => headings.every((heading) => plain.includes(heading)))?.[0] ?? ''
}

/** Choices of an operator for a file without a column for them. */
export const ANOTHER_WAY = 'Another way'
export const PLATFORM_CHOICES = ['Airbnb', 'Vrbo', 'Booking.com', ANOTHER_WAY] as const

/** The cells of a row by the meaning of their columns; empty where the file has none. */
export type Cells<Field extends string> = Record<Field, string>

export function cellsByField<Field extends string>(
  fields: Record<Field, string>,
  columns: readonly string[],
  cells: readonly string[],
): Cells<Field> {
  const of = (field: string) => {
    const at = columns.indexOf(field)
    return at === -1 ? '' : (cells[at] ?? '').trim()
  }
  return Object.fromEntries(Object.keys(fields).map((field) => [field, of(field)])) as Cells<Field>
}
