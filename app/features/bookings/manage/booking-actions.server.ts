import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type AnswerOutcome, confirmBooking, declineBooking } from '../confirm-booking.server.ts'
import { cancelSchema, confirmSchema, declineSchema, noteSchema } from './booking-forms.server.ts'
import { STATUS_WORDS } from './booking-list.ts'
import { savePrivateNote } from './booking-page.server.ts'
import { cancelStay } from './cancel-stay.server.ts'

type About = { reference: string; form: FormData; by: Operator }
/** With the id of the audit record. */
type Answer = Promise<Accepted | FormRefusal>

const NOT_FOUND = {
  ok: false as const,
  status: 404,
  problem: { code: 'not-found', message: 'There is no such booking.' },
}
const refused = (message: string, fields?: Record<string, string>) => {
  return { ok: false as const, status: 409, problem: { code: 'refused', message, fields } }
}
const isAlready = (status: keyof typeof STATUS_WORDS) =>
  refused(`This booking is ${STATUS_WORDS[status].toLowerCase()} by now. Nothing was changed.`)

function answerProblem(outcome: AnswerOutcome) {
  if (outcome.ok) return outcome
  if (outcome.reason === 'not-found') return NOT_FOUND
  if (outcome.reason === 'not-pending') return isAlready(outcome.status)
  return refused(
    'Other claims to these nights came in. Look at them below, and confirm anyway if the stay comes first.',
  )
}

/** What the forms of a booking's page do, by the `intent` that they post. */
const INTENTS: Record<string, (services: Services, about: About) => Answer> = {
  confirm: (services, { reference, form, by }) =>
    runFormAction(
      form,
      confirmSchema,
      async ({ despiteConflict }) =>
        answerProblem(
          await confirmBooking(services, { reference, by, despiteConflict: despiteConflict !== undefined }),
        ),
      services.log,
    ),
  decline: (services, { reference, form, by }) =>
    runFormAction(
      form,
      declineSchema,
      async ({ message }) => answerProblem(await declineBooking(services, { reference, by, reason: message || null })),
      services.log,
    ),
  cancel: (services, { reference, form, by }) =>
    runFormAction(
      form,
      cancelSchema,
      async (input) => {
        const outcome = await cancelStay(services, { reference, input, by })
        if (outcome.ok) return { ok: true as const }
        if (outcome.reason === 'not-found') return NOT_FOUND
        if (outcome.reason === 'not-confirmed') return isAlready(outcome.status)
        return refused(outcome.message, { [outcome.field]: outcome.message })
      },
      services.log,
    ),
  note: (services, { reference, form, by }) =>
    runFormAction(
      form,
      noteSchema,
      async ({ note }) => {
        const saved = await savePrivateNote(services, { reference, note, by })
        return saved ? { ok: true as const, id: saved.auditId } : NOT_FOUND
      },
      services.log,
    ),
}

/** Runs the action that a form of a booking's page posts; null if it names none. */
export function runBookingAction(services: Services, about: About): Answer | null {
  const intent = about.form.get('intent')
  const run = typeof intent === 'string' && Object.hasOwn(INTENTS, intent) ? INTENTS[intent] : undefined
  return run ? run(services, about) : null
}
