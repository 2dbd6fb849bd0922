import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { listProblems } from './payouts.server.ts'
import { payoutProblems, resolvedPayoutProblems } from './payouts.tables.server.ts'
import { problemWords } from './payouts.ts'

const resolved = z.object({
  problem: z.enum(payoutProblems),
  subjectId: z.string(),
  what: z.string(),
  note: z.string(),
})
type Resolved = z.output<typeof resolved>

/** It is a task again, as long as it does not match. */
const undoResolution = undoFrom({ subject: 'text', after: resolved }, async (tx, _services, { after }) => {
  const { problem, subjectId } = after
  const isIt = and(eq(resolvedPayoutProblems.problem, problem), eq(resolvedPayoutProblems.subjectId, subjectId))
  const gone = await tx
    .delete(resolvedPayoutProblems)
    .where(isIt)
    .returning({ subjectId: resolvedPayoutProblems.subjectId })
  return gone.length > 0 ? undefined : refuse('refused', 'It is not resolved by now.')
})

export const payoutChanges = {
  /** Says how something that does not match was resolved. */
  'resolve-payout': defineChange({
    name: 'payout.resolved',
    words: fromRecorded({ after: resolved }, ({ after }) => `Resolved: ${after.what}`),
    facts: fromRecorded({ before: resolved.nullish(), after: resolved.nullish() }, ({ before, after }) => [
      { name: 'Note', before: before?.note ?? '', after: after?.note ?? '' },
    ]),
    scope: 'money:write',
    undo: undoResolution,
    form: z.object({
      id: boundedText(200),
      problem: z.enum(payoutProblems),
      note: boundedText(500).trim().min(1, 'Please say how it was resolved'),
    }),
    run: async (tx, { id: subjectId, problem, note }, { by, now }) => {
      const [found] = await listProblems(tx, sql`problem = ${problem} and subject_id = ${subjectId}`, 'UTC')
      if (!found) return refuse('not-found', 'This matches by now.')
      const resolution = { problem, subjectId, note, resolvedAt: now, operatorName: by.name }
      const stored = await tx
        .insert(resolvedPayoutProblems)
        .values(resolution)
        .onConflictDoNothing()
        .returning({ subjectId: resolvedPayoutProblems.subjectId })
      if (stored.length === 0) return refuse('refused', 'It was resolved before. Load the page again.')
      const after: Resolved = { problem, subjectId, what: problemWords(found).title, note }
      return { subjectId, after }
    },
  }),
}
