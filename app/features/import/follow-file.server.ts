import { z } from 'zod'
import { type Posted, refuse } from '#app/platform/change/change.server.ts'
import { makeChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { countOf } from '#app/shared/words.ts'
import { followedChanges, SEEN_ANEW } from './follow-row.changes.server.ts'
import { findFile } from './import-file.server.ts'
import { FILE_GONE, MOST_SHOWN } from './import-page.ts'
import { planBookings } from './plan-bookings.server.ts'
import { type ChangedRow, hereOf } from './plan-changes.server.ts'

const seen = boundedText(100)
/** Each row that was pressed, as the page showed it. */
const followForm = z.object({ seen: z.union([seen.transform((one) => [one]), z.array(seen).max(MOST_SHOWN)]) })

/** Does with the stays of here what was done with them there, one by one. What is done already stays as it is. */
export const followFile = unnamedChange('Each of its stays has its own record.', {
  scope: 'site:write',
  form: followForm,
  run: async (posted: Posted, { seen: pressed }) => {
    const { services, by } = posted
    const file = await findFile(services.db, posted)
    if (file?.kind !== 'bookings') return refuse(404, FILE_GONE)
    const { changed } = (await planBookings(services.db, file, services.clock.now())) ?? { changed: [] }
    const rows = changed.filter(({ seen }) => pressed.includes(seen))
    const isAnew = changed.some(({ here, seen }) => !rows.some((row) => row.seen === seen) && isPressed(pressed, here))
    if (isAnew) return refuse(409, SEEN_ANEW)
    const make = ({ here, line, there, seen }: ChangedRow) => {
      const asked = { services, by, params: { reference: here } }
      return makeChange(followedChanges.row, asked, { line, there, seen, file: file.name })
    }
    const { left, ids } = await makeAll(rows, make)
    const count = rows.length - left.length
    const refused = left.map(({ row: { line }, message }) => `Line ${line}: ${message}`)
    if (count === 0 && refused.length > 0) return refuse(409, refused.join('\n'))
    if (ids.length === 1 && refused.length === 0) return { ok: true, id: ids[0] }
    const done = `${countOf(count, 'stay is', 'stays are')} as in the file now. Each has its Undo in History.`
    return { ok: true, ...(rows.length > 0 && { message: [done, ...refused].join('\n') }) }
  },
})

const isPressed = (pressed: readonly string[], here: string) => pressed.some((seen) => hereOf(seen) === here)

type Refused = { row: ChangedRow; message: string }
type Outcome = Awaited<ReturnType<typeof makeChange>>

/** A stay that moves may make room for another one. So those that are refused are tried again while any is changed. */
async function makeAll(rows: ChangedRow[], make: (row: ChangedRow) => Promise<Outcome>) {
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
