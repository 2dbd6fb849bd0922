import type { $ZodType, output } from 'zod/v4/core'
import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { type AnswerOutcome, confirmBooking, declineBooking } from '../confirm-booking.server.ts'
import {
  cancelSchema,
  confirmSchema,
  declineSchema,
  guestSchema,
  noteSchema,
  paidElsewhereSchema,
  refundSchema,
  remindSchema,
  renewLinkSchema,
  requestPaymentSchema,
  returnedSchema,
  withdrawSchema,
} from './booking-forms.server.ts'
import { STATUS_WORDS } from './booking-list.ts'
import { savePrivateNote } from './booking-page.server.ts'
import { type CancelOutcome, cancelStay } from './cancel-stay.server.ts'
import { type CorrectOutcome, correctGuest } from './correct-guest.server.ts'
import { type RenewOutcome, renewGuestLink } from './guest-link.server.ts'
import { type PayOutcome, recordPayment, requestPayment, withdrawRequest } from './pay-by-hand.server.ts'
import { type RefundOutcome, refundStay } from './refund-stay.server.ts'
import { remindOfPayment } from './remind-payment.server.ts'
import { recordReturn } from './return-money.server.ts'

type About = { reference: string; form: FormData; by: Operator }
/** With the id of the audit record. */
type Answer = Promise<Accepted | FormRefusal>
type Outcome = AnswerOutcome | CancelOutcome | RefundOutcome | PayOutcome | CorrectOutcome | RenewOutcome

const problem = (status: number, code: string, message: string, fields?: Record<string, string>) => {
  return { ok: false as const, status, problem: { code, message, fields } satisfies Problem }
}
const NOT_FOUND = problem(404, 'not-found', 'There is no such booking.')
export const KEY_REUSED = problem(
  422,
  'key-reused',
  'This form was sent before with something else in it. Load the page again and look at what was done.',
)

const isAlready = (status: keyof typeof STATUS_WORDS) =>
  problem(409, 'refused', `This booking is ${STATUS_WORDS[status].toLowerCase()} by now. Nothing was changed.`)

function answerOf(outcome: Outcome) {
  if (outcome.ok) return { ok: true as const, id: outcome.auditId }
  if (outcome.reason === 'not-found') return NOT_FOUND
  if (outcome.reason === 'key-reused') return KEY_REUSED
  if (outcome.reason === 'not-pending' || outcome.reason === 'not-confirmed') return isAlready(outcome.status)
  if (outcome.reason === 'conflict') {
    const words =
      'Other claims to these nights came in. Look at them below, and confirm anyway if the stay comes first.'
    return problem(409, 'refused', words)
  }
  const field = 'field' in outcome ? outcome.field : null
  return problem(409, 'refused', outcome.message, field ? { [field]: outcome.message } : undefined)
}

/** A form of the page: its fields, and what it does with them. */
const formOf =
  <Schema extends $ZodType>(
    schema: Schema,
    run: (services: Services, input: output<Schema>, about: Omit<About, 'form'>) => Promise<Outcome>,
  ) =>
  (services: Services, { form, ...about }: About): Answer =>
    runFormAction(form, schema, async (input) => answerOf(await run(services, input, about)), services.log)

/** What the forms of a booking's page do, by the `intent` that they post. */
const INTENTS: Record<string, (services: Services, about: About) => Answer> = {
  confirm: formOf(confirmSchema, (services, { despiteConflict }, about) =>
    confirmBooking(services, { ...about, despiteConflict: despiteConflict !== undefined }),
  ),
  decline: formOf(declineSchema, (services, { message }, about) =>
    declineBooking(services, { ...about, reason: message || null }),
  ),
  cancel: formOf(cancelSchema, (services, input, about) => cancelStay(services, { ...about, input })),
  refund: formOf(refundSchema, (services, input, about) => refundStay(services, { ...about, ...input })),
  'paid-elsewhere': formOf(paidElsewhereSchema, (services, input, about) =>
    recordPayment(services, { ...about, ...input }),
  ),
  'request-payment': formOf(requestPaymentSchema, (services, { tellGuest }, about) =>
    requestPayment(services, { ...about, tellGuest: tellGuest !== undefined }),
  ),
  'withdraw-payment': formOf(withdrawSchema, (services, _, about) => withdrawRequest(services, about)),
  'remind-payment': formOf(remindSchema, (services, _, about) => remindOfPayment(services, about)),
  returned: formOf(returnedSchema, (services, input, about) => recordReturn(services, { ...about, ...input })),
  guest: formOf(guestSchema, (services, input, about) => correctGuest(services, { ...about, ...input })),
  'renew-link': formOf(renewLinkSchema, (services, input, about) => renewGuestLink(services, { ...about, ...input })),
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
