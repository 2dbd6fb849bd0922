import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ERASED, erasePersonIn } from '#app/features/privacy/erase-person.server.ts'
import { removeMailFilesAbout } from '#app/features/privacy/mail-files.server.ts'
import { afterErasing, type PersonSummary, personEmail } from '#app/features/privacy/person.ts'
import { summarizePerson } from '#app/features/privacy/person-summary.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { capitalized } from '#app/shared/words.ts'

const findForm = z.object({ email: personEmail })
const SAME = 'Please enter the same email address again'
const eraseForm = findForm
  .extend({ confirmation: boundedText(254, SAME).trim() })
  .refine(({ email, confirmation }) => email.toLowerCase() === confirmation.toLowerCase(), {
    path: ['confirmation'],
    message: SAME,
  })

const ERASED_FACTS: FactFields = Object.fromEntries(
  ERASED.map((name) => [name, { label: capitalized(name), kind: 'number' }]),
)

export const personalDataChanges = {
  find: unnamedChange<typeof findForm, PersonSummary>('Nothing is changed.', {
    scope: 'contacts:read',
    form: findForm,
    run: async ({ services }, { email }) => ({ ok: true, shown: await summarizePerson(services, email) }),
  }),
  erase: defineChange<'personal-data.erased', typeof eraseForm, undefined, PersonSummary>({
    scope: 'contacts:write',
    confirms: true,
    name: 'personal-data.erased',
    words: 'Personal data of one person erased',
    facts: ERASED_FACTS,
    undo: 'What is erased is gone.',
    form: eraseForm,
    beside: async ({ services }, read) => {
      const { data: email } = personEmail.safeParse(read('email'))
      return email ? summarizePerson(services, email) : undefined
    },
    transaction: async ({ services }, { email }, work) => {
      const outcome = await retryTransaction(() => services.db.transaction(work))
      if (outcome.ok) await removeMailFilesAbout(services, email)
      return outcome
    },
    run: async (tx, { email }, { services }) => {
      const outcome = await erasePersonIn(services, tx, email)
      if (!outcome.ok) return outcome
      const erased = Object.fromEntries(Object.entries(outcome.erased).filter(([, count]) => count > 0))
      if (Object.keys(erased).length === 0) return refuse('not-found', 'Nothing is stored about this address.')
      // Whose data it was, no record may say.
      const message = ['Erased. History has who did it, and not whose data it was.', ...afterErasing(outcome.left)]
      return { subjectId: randomUUID(), after: erased, answer: { message: message.join(' ') } }
    },
  }),
}
