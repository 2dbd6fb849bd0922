import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { blankProblem } from '#app/features/bookings/moments.ts'
import type { Undo, Values } from '#app/platform/change/audit.server.ts'
import { type Posted, type Refusal, refuse } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { editChange } from '#app/platform/change/edit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { savedAnswers } from '#app/platform/db/schema.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

const ANSWER: FactFields = { title: { label: 'Title', kind: 'line' }, body: { label: 'Text', kind: 'text' } }

type Saved = { title: string; body: string }

const MOST = 100
const TAKEN = refuse(409, '', { title: 'There is an answer of this name already' })

const fields = {
  title: boundedText(80, 'Please keep this to 80 characters').trim().min(1, 'Please enter a name'),
  body: boundedText(5000, 'Please keep this to 5,000 characters').trim().min(1, 'Please enter a text'),
}

async function lockAnswer(tx: Tx, { id }: Posted): Promise<(Saved & { id: string }) | null> {
  const [row] = z.guid().safeParse(id).success
    ? await tx.select().from(savedAnswers).where(eq(savedAnswers.id, id)).for('update')
    : []
  return row ?? null
}

function readSaved({ title, body }: Saved): Saved | Refusal {
  const problem = blankProblem(body, 'body')
  return problem ? refuse(400, '', { body: problem }) : { title, body: body.replaceAll('\r\n', '\n') }
}

const isTaken = async (tx: Tx, title: string, but?: string) => {
  const [other] = await tx.select({ id: savedAnswers.id }).from(savedAnswers).where(eq(savedAnswers.title, title))
  return other !== undefined && other.id !== but
}

/** As it was before, if it is still as it was left. */
const undo: Undo = async (tx, _services, { subjectId: id, before, after }) => {
  const [row] = await tx.select().from(savedAnswers).where(eq(savedAnswers.id, id)).for('update')
  const stored = row ? { title: row.title, body: row.body } : null
  if (canonical(stored) !== canonical(after ?? null)) return { ok: false, message: 'It was changed again since.' }
  const earlier = before as Saved | null
  if (earlier && (await isTaken(tx, earlier.title, id))) return { ok: false, message: 'Another one has its name now.' }
  if (!earlier) await tx.delete(savedAnswers).where(eq(savedAnswers.id, id))
  else if (row) await tx.update(savedAnswers).set(earlier).where(eq(savedAnswers.id, id))
  else await tx.insert(savedAnswers).values({ id, ...earlier })
}

const titleIn = ({ before, after }: Values) => ((after ?? before) as Saved).title
const shared = { scope: 'contacts:write', undo, gone: 'This answer is gone.' } as const

/** What the page of the inbox changes about saved answers. */
export const savedAnswerChanges = {
  'save-answer': defineChange({
    ...shared,
    name: 'saved-answer.added',
    words: (values) => `Saved answer “${titleIn(values)}” added`,
    facts: ANSWER,
    form: z.object(fields),
    run: async (tx, typed) => {
      const after = readSaved(typed)
      if ('ok' in after) return after
      if (await isTaken(tx, after.title)) return TAKEN
      if ((await tx.$count(savedAnswers)) >= MOST) return refuse(409, `There are ${MOST} already. Remove one first.`)
      const [made] = await tx.insert(savedAnswers).values(after).returning({ id: savedAnswers.id })
      return { subjectId: made?.id ?? '', before: null, after }
    },
  }),
  'change-answer': editChange({
    ...shared,
    name: 'saved-answer.changed',
    words: (values) => `Saved answer “${titleIn(values)}” changed`,
    facts: ANSWER,
    form: z.object(fields),
    lock: async (tx, posted, { title }) => {
      const answer = await lockAnswer(tx, posted)
      return answer && { answer, isTaken: await isTaken(tx, title, answer.id) }
    },
    value: ({ answer: { title, body } }): Saved => ({ title, body }),
    edit: (typed, _, { subject }) => (subject.isTaken ? TAKEN : readSaved(typed)),
    lines: ({ title, body }) => [title, ...body.split('\n').filter(Boolean)],
    store: async (tx, { answer }, saved) => {
      await tx.update(savedAnswers).set(saved).where(eq(savedAnswers.id, answer.id))
    },
    about: ({ answer }) => ({ subjectId: answer.id, timeZone: 'UTC' }),
  }),
  'remove-answer': defineChange({
    ...shared,
    name: 'saved-answer.removed',
    words: (values) => `Saved answer “${titleIn(values)}” removed`,
    facts: ANSWER,
    form: z.object({}),
    lock: lockAnswer,
    run: async (tx, _, { subject: { id, title, body } }) => {
      await tx.delete(savedAnswers).where(eq(savedAnswers.id, id))
      return { subjectId: id, before: { title, body }, after: null }
    },
  }),
}
