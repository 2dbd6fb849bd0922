import { desc, gte } from 'drizzle-orm'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { retainedSince } from '#app/shared/retention.ts'
import { countOf } from '#app/shared/words.ts'
import { FIELDS } from './columns.ts'
import { importFiles } from './import.tables.server.ts'
import { findFile, interpretFile, listImportProperties } from './import-file.server.ts'
import { type ImportPage, MOST_SHOWN, type PreviewOfBookings, type PreviewOfPrices } from './import-page.ts'
import { type BookingsPlan, missingChoices, planBookings } from './plan-bookings.server.ts'
import { missingInPrices, type PricesPlan, planPrices } from './plan-prices.server.ts'
import type { Skipped } from './read-bookings.server.ts'

/** The page of imports: the homes, and files that wait. */
export async function getUploadPage({ db, clock }: Services) {
  const now = clock.now()
  const properties = await listImportProperties(db, now)
  const waiting = await db
    .select({ id: importFiles.id, name: importFiles.name })
    .from(importFiles)
    .where(gte(importFiles.createdAt, retainedSince('importFiles', now)))
    .orderBy(desc(importFiles.createdAt))
  return { properties: properties.map(({ slug, name }) => ({ slug, name })), waiting }
}

/** A file, how it is read, and the effects of importing it; null if there is none. */
export async function getImportPage(services: Services, id: string): Promise<ImportPage | null> {
  const { db, clock } = services
  const now = clock.now()
  const file = await findFile(db, { services, params: { file: id } })
  if (!file) return null
  const reading = await interpretFile(db, file, now)
  const { kind, name, choices } = file
  const isBookings = kind === 'bookings'
  const { table, properties, example, unknownProperties } = reading
  const bookings = isBookings ? await planBookings(db, file, now) : null
  const prices = isBookings ? null : await planPrices(services, db, file)
  return {
    kind,
    name,
    choices,
    example,
    unknownProperties,
    rows: countOf(table.rows.length, 'row'),
    missing: isBookings ? missingChoices(reading, file) : missingInPrices(reading, file),
    properties: properties.map((property) => ({ slug: property.slug, name: property.name })),
    fields: FIELDS[kind],
    columns: table.header.map((heading, at) => ({
      heading: heading || `Column ${at + 1}`,
      samples: table.rows.slice(0, 3).map(({ cells }) => (cells[at] ?? '').slice(0, 60)),
    })),
    bookings:
      bookings && previewBookings(bookings, new Map(properties.map((property) => [property.slug, property.name]))),
    prices: prices && previewPrices(prices),
  }
}

const shown = <Row>(rows: Row[]) => ({ rows: rows.slice(0, MOST_SHOWN), more: Math.max(0, rows.length - MOST_SHOWN) })

const SKIPPED: Record<Skipped, [one: string, many: string]> = {
  canceled: ['canceled booking', 'canceled bookings'],
  open: ['booking that isn’t confirmed', 'bookings that aren’t confirmed'],
  over: ['stay that is over', 'stays that are over'],
  'left-out': ['row of a home that you left out', 'rows of homes that you left out'],
}

function previewBookings(plan: BookingsPlan, names: Map<string, string>): PreviewOfBookings {
  const { good, conflicts, doubles, wrong, unread, changed, skipped } = plan
  const sum = (of: 'total' | 'paid') => formatMoney(good.reduce((all, booking) => all + booking[of], 0))
  const kinds = Object.entries(SKIPPED) as [Skipped, [string, string]][]
  return {
    count: good.length,
    seen: versionOf(good),
    total: sum('total'),
    paid: sum('paid'),
    good: shown(
      good.map(({ line, property, checkIn, checkOut, party, guest, total, paid, source, reference }) => ({
        line,
        guest: guest.name,
        property: names.get(property) ?? property,
        nights: formatSpanWithYear(checkIn, checkOut),
        party: partyWords(party),
        money: paid > 0 ? `${formatMoney(total)}, ${formatMoney(paid)} paid` : formatMoney(total),
        from: [source, reference].filter(Boolean).join(' '),
      })),
    ),
    conflicts: shown(conflicts),
    doubles: shown(doubles),
    unread: shown(unread),
    changed: shown(
      changed.map(({ line, words, here, seen, there }) => ({
        line,
        words,
        here,
        seen,
        isCanceled: there.kind === 'canceled',
      })),
    ),
    wrong: shown(wrong),
    skipped: kinds.flatMap(([key, words]) => (skipped[key] > 0 ? countOf(skipped[key], ...words) : [])),
  }
}

function previewPrices({ properties, wrong, past, leftOut }: PricesPlan): PreviewOfPrices {
  const changing = properties.filter(({ after }) => after.length > 0)
  const counted = (count: number, words: string) => (count > 0 ? [`${countOf(count, 'night')} ${words}`] : [])
  return {
    count: changing.reduce((all, { after }) => all + after.length, 0),
    seen: versionOf(changing),
    properties: properties.map(({ name, nights, first, last, lowest, highest, after, months }) => ({
      name,
      months,
      nights: `${countOf(nights, 'night')}, ${formatSpanWithYear(first, last)}`,
      range: lowest === null || highest === null ? null : `${formatMoney(lowest)} to ${formatMoney(highest)}`,
      changing: after.length,
      same: nights - after.length,
    })),
    wrong: shown([...wrong].sort((one, other) => one.line - other.line)),
    skipped: [...counted(past, 'in the past'), ...counted(leftOut, 'of a home that you left out')],
  }
}
