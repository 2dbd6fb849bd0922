import type { $ZodType, output } from 'zod/v4/core'
import type { Change, Done, Refusal } from '#app/platform/change/change.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { referenceFrom } from '../booking-reference.ts'
import { type AnswerOutcome, confirmBooking, declineBooking } from '../confirm-booking.server.ts'
import {
  cancelSchema,
  confirmSchema,
  declineSchema,
  guestSchema,
  noteSchema,
  paidElsewhereSchema,
  readySchema,
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
import { type ReadyOutcome, setHomeReady } from './home-ready.server.ts'
import { type PayOutcome, recordPayment, requestPayment, withdrawRequest } from './pay-by-hand.server.ts'
import { type RefundOutcome, refundStay } from './refund-stay.server.ts'
import { remindOfPayment } from './remind-payment.server.ts'
import { recordReturn } from './return-money.server.ts'

type About = { reference: string; by: Operator }
type Outcome = AnswerOutcome | CancelOutcome | RefundOutcome | PayOutcome | CorrectOutcome | RenewOutcome | ReadyOutcome

const refuse = (status: number, message: string): Refusal => ({ ok: false, status, message })
const KEY_REUSED = 'This form was sent before with something else in it. Load the page again and look at what was done.'
const CONFLICT = 'Other claims to these nights came in. Look at them below, and confirm anyway if the stay comes first.'

function answerOf(outcome: Outcome): Done | Refusal {
  if (outcome.ok) return { ok: true, id: outcome.auditId }
  if (outcome.reason === 'not-found') return refuse(404, 'There is no such booking.')
  if (outcome.reason === 'key-reused') return refuse(422, KEY_REUSED)
  if (outcome.reason === 'not-pending' || outcome.reason === 'not-confirmed') {
    return refuse(409, `This booking is ${STATUS_WORDS[outcome.status].toLowerCase()} by now. Nothing was changed.`)
  }
  if (outcome.reason === 'conflict') return refuse(409, CONFLICT)
  const field = 'field' in outcome ? outcome.field : null
  return { ...refuse(409, outcome.message), fields: field ? { [field]: outcome.message } : undefined }
}

/** A change of the booking that the address or the form names. */
const change = <Form extends $ZodType>(
  form: Form,
  run: (services: Services, about: About, input: output<Form>) => Promise<Outcome>,
): Change<Form> => ({
  form,
  run: async ({ services, by, params, id }, input) =>
    answerOf(await run(services, { reference: referenceFrom(params.reference ?? id), by }, input)),
})

/** What the page of a booking changes. */
export const bookingChanges = {
  confirm: change(confirmSchema, (services, about, { despiteConflict }) =>
    confirmBooking(services, { ...about, despiteConflict: despiteConflict !== undefined }),
  ),
  decline: change(declineSchema, (services, about, { message }) =>
    declineBooking(services, { ...about, reason: message || null }),
  ),
  cancel: change(cancelSchema, (services, about, input) => cancelStay(services, { ...about, input })),
  refund: change(refundSchema, (services, about, input) => refundStay(services, { ...about, ...input })),
  'paid-elsewhere': change(paidElsewhereSchema, (services, about, input) =>
    recordPayment(services, { ...about, ...input }),
  ),
  'request-payment': change(requestPaymentSchema, (services, about, { tellGuest, seen }) =>
    requestPayment(services, { ...about, seen, tellGuest: tellGuest !== undefined }),
  ),
  'withdraw-payment': change(withdrawSchema, withdrawRequest),
  'remind-payment': change(remindSchema, remindOfPayment),
  returned: change(returnedSchema, (services, about, input) => recordReturn(services, { ...about, ...input })),
  guest: change(guestSchema, (services, about, input) => correctGuest(services, { ...about, ...input })),
  'renew-link': change(renewLinkSchema, (services, about, input) => renewGuestLink(services, { ...about, ...input })),
  note: change(noteSchema, async (services, about, input) => {
    const saved = await savePrivateNote(services, { ...about, ...input })
    return saved ? { ok: true, ...saved } : { ok: false, reason: 'not-found' }
  }),
}

/** What Today changes: whether a home is ready for a stay, and reminders to pay. */
export const todayChanges = {
  ready: change(readySchema, (services, about, { ready }) =>
    setHomeReady(services, { ...about, isReady: ready === 'yes' }),
  ),
  'remind-payment': bookingChanges['remind-payment'],
}
