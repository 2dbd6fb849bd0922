import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { refuseTaken } from '#app/features/bookings/manage/by-hand/stay-and-price.server.ts'
import { withBookingsLock } from '#app/features/bookings/status/expire-bookings.server.ts'
import { replaceRates } from '#app/features/calendar-board/change-nights.server.ts'
import { undoRates } from '#app/features/calendar-board/undo-night-changes.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { formatMoney } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { followFile } from './follow-file.server.ts'
import { importFiles } from './import.tables.server.ts'
import { findFile } from './import-file.server.ts'
import { FILE_GONE } from './import-page.ts'
import { type LeftRow, planBookings } from './plan-bookings.server.ts'
import { planPrices } from './plan-prices.server.ts'
import { storeBookings } from './store-bookings.server.ts'
import { undoImport } from './undo-import.server.ts'

/** The state that the page showed, so that nothing unseen is imported. */
const seenForm = z.object({ seen: boundedText(20) })

const summary = fromRecorded({ after: z.object({ summary: z.string() }) }, ({ after }) => after.summary)
const ofFile = z.object({ file: z.string().optional(), detail: z.string().optional() }).nullish()
const fileWords = (value: z.output<typeof ofFile>) => [value?.file, value?.detail].filter(Boolean).join(': ')
/** An undone import has them the other way around. */
const fileFact = fromRecorded({ before: ofFile, after: ofFile }, ({ before, after }) => [
  { name: 'From the file', before: fileWords(before), after: fileWords(after) },
])

const NOTHING = refuse('refused', 'There is nothing in this file to import.')
const GONE = refuse('not-found', FILE_GONE)

type Ids = [string, ...string[]]
const idsOf = (rows: readonly { propertyId: string }[]): Ids | null => {
  const [first, ...others] = new Set(rows.map(({ propertyId }) => propertyId))
  return first ? [first, ...others] : null
}

const findLocked = (tx: Tx, posted: Posted) => findFile(tx, posted, true)
const removeFile = (tx: Tx, { id }: { id: string }) => tx.delete(importFiles).where(eq(importFiles.id, id))

/** The imports of the page of a file. */
export const importChanges = {
  follow: followFile,
  /** Stores all bookings that the page showed as good, or none. */
  bookings: defineChange({
    scope: 'site:write',
    name: 'bookings.imported',
    words: summary,
    facts: fileFact,
    undo: undoImport,
    form: seenForm,
    lock: findLocked,
    gone: FILE_GONE,
    prepare: async (posted) => {
      const { db, clock } = posted.services
      const file = await findFile(db, posted)
      if (file?.kind !== 'bookings') return GONE
      const plan = await planBookings(db, file, clock.now())
      return idsOf(plan?.good ?? []) ?? NOTHING
    },
    transaction: ({ services, prepared }, _, work) => refuseTaken(withBookingsLock(services, prepared, work)),
    run: async (tx, { seen }, { by, now, prepared, subject: file }) => {
      const plan = await planBookings(tx, file, now)
      const good = plan?.good ?? []
      const areLocked = good.every(({ propertyId }) => prepared.includes(propertyId))
      if (!plan || !areLocked || versionOf(good) !== seen) return refuse('refused', changedWords(plan?.conflicts ?? []))
      await storeBookings(tx, { bookings: good, importId: file.id, by, now })
      await removeFile(tx, file)
      const sum = (of: 'total' | 'paid') => formatMoney(good.reduce((all, booking) => all + booking[of], 0))
      return {
        subjectId: file.id,
        propertyIds: prepared,
        after: {
          summary: `${countOf(good.length, 'booking')} imported`,
          file: file.name,
          detail: `${sum('total')} total, ${sum('paid')} paid`,
        },
        answer: { to: '/admin/bookings?view=all' },
      }
    },
  }),
  /** Stores the prices and minimums of all nights that the page showed, or none. */
  prices: defineChange({
    scope: 'site:write',
    name: 'night-prices.imported',
    words: summary,
    facts: fileFact,
    undo: undoRates,
    form: seenForm,
    lock: findLocked,
    gone: FILE_GONE,
    prepare: async (posted) => {
      const file = await findFile(posted.services.db, posted)
      if (file?.kind !== 'prices') return GONE
      const plan = await planPrices(posted.services, posted.services.db, file)
      return idsOf((plan?.properties ?? []).filter(({ after }) => after.length > 0)) ?? NOTHING
    },
    transaction: ({ services, prepared }, _, work) => withPropertyLock(services, prepared, work),
    run: async (tx, { seen }, { services, prepared, subject: file }) => {
      const properties =
        (await planPrices(services, tx, file))?.properties.filter(({ after }) => after.length > 0) ?? []
      const areLocked = properties.every(({ propertyId }) => prepared.includes(propertyId))
      if (!areLocked || versionOf(properties) !== seen) return refuse('refused', PRICES_CHANGED)
      const rates = (when: 'before' | 'after') =>
        properties.map((property) => ({ propertyId: property.propertyId, rates: property[when] }))
      await replaceRates(tx, rates('after'))
      await removeFile(tx, file)
      const nights = properties.reduce((all, { after }) => all + after.length, 0)
      return {
        subjectId: file.id,
        propertyIds: prepared,
        before: { rates: rates('before') },
        after: {
          summary: `Prices of ${countOf(nights, 'night')} imported in ${listOf(properties.map(({ name }) => name))}`,
          file: file.name,
          detail: '',
          rates: rates('after'),
        },
        answer: { to: '/admin/calendar' },
      }
    },
  }),
}

const PRICES_CHANGED = 'Somebody changed these prices while you looked, so nothing was imported. Look at them again.'

function changedWords(conflicts: LeftRow[]): string {
  const listed = conflicts.slice(0, 20).map(({ line, words }) => `Line ${line}: ${words}`)
  return ['Something changed while you looked, so nothing was imported. Look at the list again.', ...listed].join('\n')
}
