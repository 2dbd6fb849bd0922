import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { TIME_ZONES } from '#app/features/properties/manage/page/time-zones.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { parseTyped, recordChange } from '#app/platform/change/record-change.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { textInput } from '#app/shared/input/typed-input.ts'
import { anyFields, recordImages } from '#app/shared/record-fields.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { GiveawayRow } from '../giveaway.server.ts'
import { giveaways } from '../giveaway.tables.server.ts'
import { instantInWords, phaseOf } from '../giveaway.ts'
import { PAGE_FIELDS, rulesFields, startFields } from './giveaway-fields.ts'
import {
  columnsOf,
  type LockedGiveaway,
  lockedWords,
  lockGiveaway,
  lockGiveaways,
  nextVersion,
  rulesOf,
} from './giveaway-record.server.ts'
import { pageSchema, type Rules, rulesSchema, type Start, startSchema } from './giveaway-record.ts'

const GONE = 'This giveaway is gone by now.'
const NO_IMAGE = 'The giveaway is gone by now, or an image that you chose. Please look at the page again.'
const OVER = 'This moment has passed'
const EARLY = 'It has not opened yet. Remove it instead.'
const START_FIELDS = startFields(TIME_ZONES)

const ofOne = z.object({ id: boundedText(100) })
/** Only one giveaway accepts entries at a time. */
function checkDays({ opensAt, closesAt }: Pick<GiveawayRow, 'opensAt' | 'closesAt'>, others: readonly GiveawayRow[]) {
  const other = others.find((one) => !one.draft && one.opensAt < closesAt && opensAt < one.closesAt)
  if (!other) return null
  const [from, until] = [other.opensAt, other.closesAt].map((instant) => instantInWords(instant, other.timeZone))
  return `“${other.name}” takes entries from ${from} until ${until}, and only one giveaway can at a time.`
}

function checkRules(rules: Rules, others: readonly GiveawayRow[], now: Date): Refusal | null {
  const moments = columnsOf(rules)
  if (moments.closesAt <= now) return refuse('invalid-input', `${OVER}.`, { closes: OVER })
  const overlap = checkDays(moments, others)
  return overlap === null ? null : refuse('refused', overlap, { opens: overlap })
}

const rules = recordChange({
  scope: 'site:write',
  name: 'giveaway.rules-changed',
  title: 'Rules of the giveaway',
  gone: GONE,
  schema: rulesSchema,
  fields: rulesFields(TIME_ZONES),
  lock: (tx, services, { id, subjectId = id }) => lockGiveaway(tx, services, { id: subjectId }),
  read: ({ row }) => rulesOf(row),
  check: (value, giveaway, { services }) => {
    const locked = lockedWords(giveaway)
    if (locked) return refuse('refused', locked)
    return checkRules(value, giveaway.others, services.clock.now()) ?? value
  },
  store: async (tx, { row }, value, { clock }) => {
    const rulesVersion = nextVersion(row, clock.now())
    await tx
      .update(giveaways)
      .set({ ...columnsOf(value), rulesVersion, demo: false })
      .where(eq(giveaways.id, row.id))
  },
  about: ({ row }) => ({ subjectId: row.id, timeZone: row.timeZone }),
})

const page = recordChange({
  scope: 'site:write',
  name: 'giveaway.page-changed',
  title: 'Page of the giveaway',
  gone: NO_IMAGE,
  schema: pageSchema,
  fields: PAGE_FIELDS,
  lock: (tx, services, { id, subjectId = id }, value) => {
    const added = (shown: typeof value) => {
      const before = recordImages(PAGE_FIELDS, shown)
      return recordImages(PAGE_FIELDS, value).filter((path) => !before.includes(path))
    }
    return lockGiveaway(tx, services, { id: subjectId, added })
  },
  read: (giveaway) => giveaway.page,
  store: async (tx, { row }, { name, ...content }) => {
    await tx.update(giveaways).set({ name, content }).where(eq(giveaways.id, row.id))
  },
  about: ({ row }) => ({ subjectId: row.id, timeZone: row.timeZone }),
})

const startOf = (row: GiveawayRow): Start => ({ name: row.name, ...rulesOf(row) })
const startFacts = anyFields(START_FIELDS)

const undoStart = undoFrom({}, async (tx, services, { subjectId }) => {
  const giveaway = await lockGiveaway(tx, services, { id: subjectId })
  if (!giveaway) return refuse('refused', GONE)
  const locked = lockedWords(giveaway)
  if (locked) return refuse('refused', locked)
  await tx.delete(giveaways).where(eq(giveaways.id, subjectId))
  return undefined
})

/** A draft. Its rules are as typed; its page begins like the page of the last giveaway. */
const start = defineChange({
  scope: 'site:write',
  name: 'giveaway.started',
  words: 'Giveaway started',
  facts: startFacts,
  undo: undoStart,
  form: formOf(START_FIELDS),
  run: async (tx, typed, { now }) => {
    const read = parseTyped(startSchema, typed)
    if (!read.ok) return read
    const others = await lockGiveaways(tx)
    if (others.some((row) => canonical(startOf(row)) === canonical(read.data))) return null
    const wrong = checkRules(read.data, others, now)
    if (wrong) return wrong
    const last = others.toSorted((a, b) => a.closesAt.getTime() - b.closesAt.getTime()).at(-1)
    const values = { ...columnsOf(read.data), name: read.data.name, rulesVersion: '1', draft: true, createdAt: now }
    const [row] = await tx
      .insert(giveaways)
      .values({ ...values, content: last?.content ?? {} })
      .returning()
    return row ? { subjectId: row.id, after: read.data } : null
  },
})

const undoOpen = undoFrom({}, async (tx, services, { subjectId }) => {
  const giveaway = await lockGiveaway(tx, services, { id: subjectId })
  if (!giveaway) return refuse('refused', GONE)
  const locked = lockedWords(giveaway)
  if (locked) return refuse('refused', locked)
  await tx.update(giveaways).set({ draft: true }).where(eq(giveaways.id, subjectId))
  return undefined
})

/** Guests see a draft from now on, and enter it from its first day on. */
const open = defineChange({
  scope: 'site:write',
  name: 'giveaway.opened',
  facts: { name: { label: 'Name', kind: 'line' }, opens: { label: 'Entries open', kind: 'line' } },
  words: 'Giveaway opened to guests',
  undo: undoOpen,
  form: ofOne,
  gone: GONE,
  lock: (tx, { services }, { id }) => lockGiveaway(tx, services, { id }),
  run: async (tx, { id }, { subject: { row, others }, now }) => {
    if (!row.draft) return null
    const wrong = checkRules(rulesOf(row), others, now)
    if (wrong) return refuse('refused', wrong.message)
    await tx.update(giveaways).set({ draft: false }).where(eq(giveaways.id, id))
    return { subjectId: id, after: { name: row.name, opens: instantInWords(row.opensAt, row.timeZone) } }
  },
})

const endedSchema = z.object({
  closes: z.string(),
  undo: z.object({ closesAt: z.iso.datetime(), rulesVersion: z.string() }).optional(),
})
type Ended = z.output<typeof endedSchema>
const ENDED = { before: endedSchema, after: endedSchema }

const undoEnd = undoFrom(ENDED, async (tx, services, { subjectId, before: { undo: was }, after }) => {
  const giveaway = await lockGiveaway(tx, services, { id: subjectId })
  if (!giveaway || !was) return refuse('refused', GONE)
  if (giveaway.isDrawn) return refuse('refused', 'The list of entries is public by now, so nobody can enter anymore.')
  const { row, others } = giveaway
  if (instantInWords(row.closesAt, row.timeZone) !== after.closes)
    return refuse('refused', 'The giveaway was changed again since.')
  const closesAt = new Date(was.closesAt)
  const overlap = checkDays({ ...row, closesAt }, others)
  if (overlap) return refuse('refused', overlap)
  await tx
    .update(giveaways)
    .set({ ...was, closesAt })
    .where(eq(giveaways.id, subjectId))
  return undefined
})

const endQuestion = ({ row, entrants }: LockedGiveaway) =>
  `The rules that ${entrants === 1 ? 'one person' : 'people'} accepted promise entries until ${instantInWords(row.closesAt, row.timeZone)}. Ending earlier changes them. The winner is still drawn from those who have entered.`

/** Entries close now instead of later, which is a new version of the rules. */
const end = defineChange({
  scope: 'site:write',
  name: 'giveaway.ended',
  words: 'Giveaway ended early',
  undo: undoEnd,
  gone: GONE,
  form: ofOne.extend({
    reason: textInput({ min: 1, max: 300, tooShort: 'Please say why', tooLong: 'Please keep this to 300 characters' }),
  }),
  facts: { closes: { label: 'Entries close', kind: 'line' } },
  lock: (tx, { services }, { id }) => lockGiveaway(tx, services, { id }),
  run: async (tx, { id, reason }, { subject, now, isConfirmed }) => {
    const { row, entrants } = subject
    const phase = phaseOf(row, now)
    if (phase === 'closed') return null
    if (row.draft || phase === 'upcoming') return refuse('refused', EARLY)
    if (entrants > 0 && !isConfirmed) return { ...refuse('refused', ''), asks: [endQuestion(subject)] }
    const rulesVersion = nextVersion(row, now)
    await tx.update(giveaways).set({ closesAt: now, rulesVersion }).where(eq(giveaways.id, id))
    const closes = (instant: Date) => instantInWords(instant, row.timeZone)
    const undo = { closesAt: row.closesAt.toISOString(), rulesVersion: row.rulesVersion }
    const before: Ended = { closes: closes(row.closesAt), undo }
    return { subjectId: id, before, after: { closes: closes(now) }, reason }
  },
})

/** Its columns, except for its rules and its name. */
const removedRow = z.object({
  id: z.guid(),
  rulesVersion: z.string(),
  content: z.record(z.string(), z.unknown()),
  draft: z.boolean(),
  demo: z.boolean(),
  createdAt: z.iso.datetime().transform((at) => new Date(at)),
})
const removed = z.intersection(startSchema, z.object({ undo: z.object({ row: removedRow }) }))

const undoRemove = undoFrom({ before: removed }, async (tx, _services, { before: { undo, ...typed } }) => {
  const row = { ...undo.row, ...columnsOf(typed), name: typed.name }
  const others = await lockGiveaways(tx)
  const overlap = row.draft ? null : checkDays(row, others)
  if (overlap) return refuse('refused', overlap)
  await tx.insert(giveaways).values(row)
  return undefined
})

/** Removes a giveaway that nobody has entered. */
const remove = defineChange({
  scope: 'site:write',
  name: 'giveaway.removed',
  words: 'Giveaway removed',
  facts: startFacts,
  undo: undoRemove,
  form: ofOne,
  gone: GONE,
  lock: (tx, { services }, { id }) => lockGiveaway(tx, services, { id }),
  run: async (tx, { id }, { subject }) => {
    const locked = lockedWords(subject)
    if (locked) return refuse('refused', locked)
    await tx.delete(giveaways).where(eq(giveaways.id, id))
    return { subjectId: id, before: { ...startOf(subject.row), undo: { row: subject.row } } }
  },
})

export const giveawayChanges = { start, rules, page, open, end, remove }
