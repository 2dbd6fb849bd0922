import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { listProblems } from './payouts.server.ts'
import { payoutProblems, payoutSettlements } from './payouts.tables.server.ts'
import { problemWords } from './payouts.ts'

const settled = z.object({
  problem: z.enum(payoutProblems),
  subjectId: z.string(),
  what: z.string(),
  note: z.string(),
})
type Settled = z.output<typeof settled>

/** It is a task again, as long as it does not match. */
const undoSettlement = undoFrom({ subject: 'text', after: settled }, async (tx, _services, { after }) => {
  const { problem, subjectId } = after
  const isIt = and(eq(payoutSettlements.problem, problem), eq(payoutSettlements.subjectId, subjectId))
  const gone = await tx.delete(payoutSettlements).where(isIt).returning({ subjectId: payoutSettlements.subjectId })
  return gone.length > 0 ? undefined : refuse('refused', 'It is not settled by now.')
})

export const payoutChanges = {
  /** Says how something that does not match was settled. */
  'settle-payout': defineChange({
    name: 'payout.settled',
    words: fromRecorded({ after: settled }, ({ after }) => `Settled: ${after.what}`),
    facts: fromRecorded({ before: settled.nullish(), after: settled.nullish() }, ({ before, after }) => [
      { name: 'Note', before: before?.note ?? '', after: after?.note ?? '' },
    ]),
    scope: 'money:write',
    undo: undoSettlement,
    form: z.object({
      id: boundedText(200),
      problem: z.enum(payoutProblems),
      note: boundedText(500).trim().min(1, 'Please say how it was settled'),
    }),
    run: async (tx, { id: subjectId, problem, note }, { by, now }) => {
      const [found] = await listProblems(tx, sql`problem = ${problem} and subject_id = ${subjectId}`, 'UTC')
      if (!found) return refuse('not-found', 'This matches by now.')
      const settlement = { problem, subjectId, note, settledAt: now, operatorName: by.name }
      const stored = await tx
        .insert(payoutSettlements)
        .values(settlement)
        .onConflictDoNothing()
        .returning({ subjectId: payoutSettlements.subjectId })
      if (stored.length === 0) return refuse('refused', 'It was settled before. Load the page again.')
      const after: Settled = { problem, subjectId, what: problemWords(found).title, note }
      return { subjectId, after }
    },
  }),
}
