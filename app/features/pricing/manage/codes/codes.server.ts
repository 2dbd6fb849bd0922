import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric, formatMoney, percentWords } from '#app/shared/money.ts'
import type { ShownCode } from './codes.ts'
import { type ListedPromo, listPromoCodes } from './manage-promo-codes.server.ts'

/** The codes with their use and revenue, the newest first, and the homes to choose from. */
export async function getCodesPage(services: Services) {
  const { properties, today } = await listCodeProperties(services)
  const codes = await listPromoCodes(services)
  return { codes: codes.map((code) => shownCode(code, today)).reverse(), properties }
}

function shownCode(promo: ListedPromo, today: IsoDate): ShownCode {
  const { percent, amount, endedAt, ...code } = promo
  const off = percent === null ? formatMoney(centsFromNumeric(amount ?? '0')) : percentWords(percent)
  return {
    ...code,
    off: code.coversAll ? 'A prize: it covers everything that the stay costs' : `${off} off the nights`,
    typedOff: percent === null ? String(Number(amount)) : percentWords(percent),
    state: stateOf(promo, today),
  }
}

function stateOf({ endedAt, bookFrom, bookUntil, useLimit, uses }: ListedPromo, today: IsoDate): ShownCode['state'] {
  if (endedAt || (bookUntil && bookUntil < today)) return 'ended'
  if (useLimit !== null && uses >= useLimit) return 'used-up'
  return bookFrom && bookFrom > today ? 'waiting' : 'valid'
}

/** The homes that a code can be for, and the day that it is there. */
export async function listCodeProperties({ db, clock }: { db: Tx; clock: Services['clock'] }) {
  const listed = await db
    .select({ slug: properties.slug, name: properties.name, status: properties.status, timeZone: properties.timeZone })
    .from(properties)
    .orderBy(properties.displayOrder, properties.name)
  return { properties: listed, today: dateInZone(clock.now(), listed[0]?.timeZone ?? 'UTC') }
}
