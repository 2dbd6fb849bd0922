import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { placeholderProblem } from '#app/features/bookings/moments.ts'
import { fromFields, inTable, recordList } from '#app/platform/change/record-list.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { savedAnswers } from './inbox.tables.server.ts'
import { ANSWER_FIELDS } from './saved-answers.ts'

const answers = recordList({
  scope: 'contacts:write',
  schema: z.object({ title: z.string(), body: z.string() }),
  ...fromFields(ANSWER_FIELDS),
  store: inTable(savedAnswers, { read: ({ title, body }) => ({ title, body }) }),
  gone: 'This answer is gone.',
  changed: 'It was changed again since.',
  check: async (tx, { id, value, isUndo }) => {
    if (!value) return null
    const problem = isUndo ? null : placeholderProblem(value.body, 'body')
    if (problem) return refuse('invalid-input', '', { body: problem })
    const [same] = await tx
      .select({ id: savedAnswers.id })
      .from(savedAnswers)
      .where(eq(savedAnswers.title, value.title))
    return same && same.id !== id ? refuse('refused', '', { title: 'There is an answer of this name already' }) : null
  },
})

export const savedAnswerChanges = {
  'save-answer': answers.add({
    name: 'saved-answer.added',
    words: ({ title }) => `Saved answer “${title}” added`,
    most: { count: (tx) => tx.$count(savedAnswers), limit: 100 },
  }),
  'change-answer': answers.change({
    name: 'saved-answer.changed',
    words: ({ title }) => `Saved answer “${title}” changed`,
  }),
  'remove-answer': answers.remove({
    name: 'saved-answer.removed',
    words: ({ title }) => `Saved answer “${title}” removed`,
  }),
}
