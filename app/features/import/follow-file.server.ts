import { z } from 'zod'
import type { Posted } from '#app/platform/change/change.server.ts'
import { makeChange, unnamedChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { followedChanges, SEEN_ANEW } from './follow-row.changes.server.ts'
import { findFile, type ImportFile } from './import-file.server.ts'
import { FILE_GONE, MOST_SHOWN } from './import-page.ts'
import { planBookings } from './plan-bookings.server.ts'
import { type ChangedRow, hereOf, listStatedRows } from './plan-changes.server.ts'

const seen = boundedText(100)
/** Each row that was pressed, as the page showed it. */
const followForm = z.object({ seen: z.union([seen.transform((one) => [one]), z.array(seen).max(MOST_SHOWN)]) })

/**
 * Changes the stays on this site as they were changed at their platform, one by one. Changes that are done already
 * stay.
 */
export const followFile = unnamedChange('Each of its stays has its own record.', {
  scope: 'site:write',
  form: followForm,
  run: async (posted: Posted, { seen: pressed }) => {
    const { services, by } = posted
    const file = await findFile(services.db, posted)
    if (file?.kind !== 'bookings') return refuse('not-found', FILE_GONE)
    const rows = await rowsOf(services, file, pressed)
    if (rows === null) return refuse('refused', SEEN_ANEW)
    const make = ({ here, line, there, seen }: PressedRow) => {
      const asked = { services, by, params: { reference: here } }
      return makeChange(followedChanges.row, asked, { line, there, seen, file: file.name })
    }
    const { left, ids } = await makeAll(rows, make)
    const count = rows.length - left.length
    const refused = left.map(({ row: { line }, message }) => `Line ${line}: ${message}`)
    if (count === 0 && refused.length > 0) return refuse('refused', refused.join('\n'))
    if (ids.length < 2 && refused.length === 0) return { ok: true, id: ids[0] }
    const done = `${countOf(count, 'stay is', 'stays are')} as in the file now. Each has its Undo in History.`
    return { ok: true, message: [done, ...refused].join('\n') }
  },
})

/** `seen` is the fingerprint of the row that was pressed. */
type PressedRow = Pick<ChangedRow, 'line' | 'here' | 'there' | 'seen'>

/** The rows of the file for the pressed stays. Null if it no longer names one of them. */
async function rowsOf(services: Services, file: ImportFile, pressed: readonly string[]): Promise<PressedRow[] | null> {
  const { db, clock } = services
  const seenOf = new Map(pressed.map((seen) => [hereOf(seen), seen]))
  const plan = await planBookings(db, file, clock.now())
  if (!plan) return null
  const changed = plan.changed.filter(({ here }) => seenOf.has(here))
  const others = [...seenOf.keys()].filter((here) => !changed.some((row) => row.here === here))
  const rows = [...changed, ...(await listStatedRows(db, others, plan.said))]
  if (rows.length < seenOf.size) return null
  return rows.map((row) => ({ ...row, seen: seenOf.get(row.here) ?? '' }))
}

type Refused = { row: PressedRow; message: string }
type Outcome = Awaited<ReturnType<typeof makeChange>>

/**
 * A stay that moves may make room for another one. So stays that are refused are tried again while any other changes.
 */
async function makeAll(rows: PressedRow[], make: (row: PressedRow) => Promise<Outcome>) {
  const ids: string[] = []
  let waiting = rows
  while (true) {
    const left: Refused[] = []
    for (const row of waiting) {
      const outcome = await make(row)
      if (!outcome.ok) left.push({ row, message: outcome.message })
      else if (outcome.id) ids.push(outcome.id)
    }
    if (left.length === 0 || left.length === waiting.length) return { left, ids }
    waiting = left.map(({ row }) => row)
  }
}
