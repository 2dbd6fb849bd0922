import { randomUUID } from 'node:crypto'
import { data, Link } from 'react-router'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { STATUS_WORDS } from '#app/features/bookings/manage/list/booking-list.ts'
import { type ManagedStay, stateSentence } from '#app/features/bookings/manage/managed-stay.ts'
import { CancelSheet } from '#app/features/bookings/manage/money/cancel-sheet.tsx'
import { DisputePanel } from '#app/features/bookings/manage/money/dispute-panel.tsx'
import { MoneyPanel } from '#app/features/bookings/manage/money/money-panel.tsx'
import { RefundSheet } from '#app/features/bookings/manage/money/refund-sheet.tsx'
import { ReturnMoney } from '#app/features/bookings/manage/money/return-money.tsx'
import { AnswerRequest } from '#app/features/bookings/manage/page/answer-request.tsx'
import { bookingChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getManagedStay } from '#app/features/bookings/manage/page/booking-page.server.ts'
import { StayConflicts } from '#app/features/bookings/manage/page/stay-conflicts.tsx'
import { StayFacts } from '#app/features/bookings/manage/page/stay-facts.tsx'
import { StayMessages } from '#app/features/guest-messages/manage/stay-messages.tsx'
import { listStayMessages } from '#app/features/guest-messages/manage/stay-messages-list.server.ts'
import { getGuestContact } from '#app/features/inbox/conversations.server.ts'
import { writeToGuestChanges } from '#app/features/inbox/write-to-guest.changes.server.ts'
import { WriteToGuest } from '#app/features/inbox/write-to-guest.tsx'
import { getGift } from '#app/features/site/site.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/booking.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const stay = await getManagedStay(services, referenceFrom(params.reference), context.get(operatorContext))
  if (!stay) throw data(null, { status: 404 })
  const seesContact = may(context.get(operatorContext), 'contacts:read')
  const messages = seesContact ? await listStayMessages(services, stay.reference) : []
  const contact = seesContact ? await getGuestContact(services, stay.reference) : null
  const today = dateInZone(services.clock.now(), stay.property.timeZone)
  return { stay, gift: await getGift(services), formKey: randomUUID(), today, messages, contact }
}

export const action = (args: Route.ActionArgs) => changeAction(args, { ...bookingChanges, ...writeToGuestChanges })

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `${page.stay.guest.name}, ${page.stay.property.name}`,
  shows: ['nights', 'stays', 'messages'],
}

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { stay, gift, today, formKey, messages, contact } = loaderData
  const answer = actionData ?? null
  const isMine = useMay()
  return (
    <>
      <p className="admin-status" data-status={stay.status}>
        {STATUS_WORDS[stay.status]}
      </p>
      <h1>{stay.guest.name}</h1>
      <p className="admin-lead">{stateSentence(stay, today)}</p>
      <div className="admin-booking">
        <div>
          {stay.disputes.length > 0 && <DisputePanel disputes={stay.disputes} />}
          {stay.money.toReturn > 0 && isMine('money:write') && (
            <ReturnMoney stay={stay} formKey={formKey} answer={answer} />
          )}
          {stay.status === 'pending' && isMine('stays:write') && <AnswerRequest stay={stay} answer={answer} />}
          {stay.status !== 'pending' && stay.conflicts.length > 0 && <StayConflicts stay={stay} />}
          <StayFacts stay={stay} gift={gift} formKey={formKey} answer={answer} />
          <MoneyPanel stay={stay} formKey={formKey} answer={answer} />
          <ChangeStay stay={stay} formKey={formKey} answer={answer} />
        </div>
        <div>
          {isMine('contacts:read') && (
            <StayMessages messages={messages} mayChange={isMine('contacts:write')} answer={answer} />
          )}
          {contact && <WriteToGuest {...{ contact, formKey, answer }} mayWrite={isMine('contacts:write')} />}
          {isMine('contacts:read') && <Note stay={stay} answer={answer} />}
          <History stay={stay} />
          {isMine('contacts:read') && <Mails stay={stay} />}
        </div>
      </div>
    </>
  )
}

type ChangeProps = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

function ChangeStay({ stay, formKey, answer }: ChangeProps) {
  const { refundChoices, status, reference } = stay
  const may = useMay()
  const choices = may('money:write') ? refundChoices : null
  const isMovable = (status === 'confirmed' || status === 'pending') && may('stays:write')
  if (!choices && !isMovable) return null
  return (
    <section className="admin-panel" aria-labelledby="change-heading">
      <h2 id="change-heading">{choices ? 'Change, cancel, or refund' : 'Change'}</h2>
      {isMovable && (
        <p>
          <Link to={`/admin/bookings/${reference}/move`} className="admin-row-link">
            Move to other dates, another home, or another party
          </Link>
        </p>
      )}
      {choices && status === 'confirmed' && <CancelSheet stay={stay} choices={choices} answer={answer} />}
      {choices && choices.most > 0 && <RefundSheet stay={stay} choices={choices} formKey={formKey} answer={answer} />}
    </section>
  )
}

function Note({ stay, answer }: Omit<ChangeProps, 'formKey'>) {
  return (
    <section className="admin-panel" aria-labelledby="note-heading">
      <h2 id="note-heading">Private note</h2>
      <ChangeForm<typeof bookingChanges>
        intent="note"
        version={stay.privateNote}
        stored={{ note: stay.privateNote }}
        answer={answer}
        save="Save note"
        variant="outline"
      >
        {(fields) => <FormArea field={fields.note} label="Only you and other operators read it" />}
      </ChangeForm>
    </section>
  )
}

const HAPPENED: Record<ManagedStay['status'], string> = {
  ...STATUS_WORDS,
  held: 'Started to pay',
  pending: 'Requested',
}

const CAUSES = {
  guest: 'by the guest',
  operator: 'by an operator',
  time: 'when the time was up',
  payment: 'by the payment',
  conflict: 'because the nights were taken',
}

function History({ stay }: { stay: ManagedStay }) {
  return (
    <section className="admin-panel" aria-labelledby="history-heading">
      <h2 id="history-heading">History</h2>
      <ol className="admin-history">
        {stay.history.map(({ toStatus, cause, operatorName, reason, at }) => (
          <li key={`${toStatus}${at}`}>
            <p>
              {HAPPENED[toStatus]} {cause === 'operator' && operatorName ? `by ${operatorName}` : CAUSES[cause]}
            </p>
            {reason && <p className="admin-text">“{reason}”</p>}
            <p className="admin-detail">{at}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const MAIL_STATUS: Record<string, string> = {
  sent: 'Sent',
  failed: 'Failed, will be tried again',
  refused: 'Refused by the other side',
  'given-up': 'Given up',
  'sent-again': 'Failed, and sent again since',
  suppressed: 'Not sent: too many unverified emails to this address',
}

function Mails({ stay }: { stay: ManagedStay }) {
  return (
    <section className="admin-panel" aria-labelledby="mails-heading">
      <h2 id="mails-heading">Emails</h2>
      {stay.mails.length === 0 && <p className="text-muted">None sent yet.</p>}
      <ul className="admin-history">
        {stay.mails.map(({ to, subject, status, error, at, emptyInParagraph }) => (
          <li key={`${to}${subject}${at}`}>
            <p>{subject}</p>
            <p className="admin-detail">
              To {to} · {at}
            </p>
            <p className="admin-detail" data-failed={status !== 'sent' || undefined}>
              {MAIL_STATUS[status] ?? status}
              {error && `: ${error}`}
            </p>
            {emptyInParagraph.length > 0 && (
              <p className="admin-detail">
                Without your own paragraph: {emptyInParagraph.map((name) => `{${name}}`).join(', ')} was empty for this
                stay
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
