import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { listBookingChanges } from '#app/features/back-office/history.server.ts'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import type { ManagedStay } from '#app/features/bookings/manage/managed-stay.ts'
import { DisputePanel } from '#app/features/bookings/manage/money/dispute-panel.tsx'
import { MoneyPanel } from '#app/features/bookings/manage/money/money-panel.tsx'
import { ReturnMoney } from '#app/features/bookings/manage/money/return-money.tsx'
import { bookingChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getManagedStay } from '#app/features/bookings/manage/page/booking-page.server.ts'
import { ChangeStay } from '#app/features/bookings/manage/page/change-stay.tsx'
import { StayConflicts } from '#app/features/bookings/manage/page/stay-conflicts.tsx'
import { StayFacts } from '#app/features/bookings/manage/page/stay-facts.tsx'
import { StayHead } from '#app/features/bookings/manage/page/stay-head.tsx'
import { stepsOf } from '#app/features/bookings/manage/page/stay-steps.ts'
import { reviewStateOf } from '#app/features/guest-messages/manage/review-state.ts'
import { StayMessages } from '#app/features/guest-messages/manage/stay-messages.tsx'
import { listStayMessages } from '#app/features/guest-messages/manage/stay-messages-list.server.ts'
import { getGuestContact } from '#app/features/inbox/guest-contact.server.ts'
import { streamOf } from '#app/features/inbox/stay-stream.ts'
import { StayStream } from '#app/features/inbox/stay-stream.tsx'
import { writeToGuestChanges } from '#app/features/inbox/write-to-guest.changes.server.ts'
import { getReviewStars } from '#app/features/reviews/manage/reviews-page.server.ts'
import { getGift } from '#app/features/site/site.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card, Columns } from '#app/ui/dashboard/card.tsx'
import { Steps } from '#app/ui/dashboard/steps.tsx'
import { ChangeForm, ChangeNote, FormArea } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/booking.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const by = context.get(operatorContext)
  const stay = await getManagedStay(services, referenceFrom(params.reference), by)
  if (!stay) throw data(null, { status: 404 })
  const { reference, property } = stay
  const { timeZone } = property
  const seesContact = may(by, 'contacts:read')
  const messages = seesContact ? await listStayMessages(services, reference) : []
  const contact = seesContact ? await getGuestContact(services, reference) : null
  const changes = await listBookingChanges(services, { reference, timeZone }, by)
  const stars = await getReviewStars(services, reference)
  const today = dateInZone(services.clock.now(), timeZone)
  const sees = { contacts: seesContact, money: may(by, 'stays:read') }
  return {
    ...{ stay, messages, contact },
    steps: stepsOf(stay, today, reviewStateOf(stars, messages)),
    stream: streamOf({ ...stay, messages: contact?.messages ?? [], changes, sees }),
    gift: await getGift(services),
    formKey: randomUUID(),
  }
}

export const action = (args: Route.ActionArgs) => changeAction(args, { ...bookingChanges, ...writeToGuestChanges })

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `${page.stay.guest.name}, ${page.stay.property.name}`,
  shows: ['nights', 'stays', 'messages'],
}

/** The changes whose forms show their own refusals. */
const FORMS = [
  ...['decline', 'note', 'write', 'guest', 'source', 'renew-link', 'door-code', 'change-message'],
  ...[
    'refund',
    'cancel',
    'refunded-elsewhere',
    'paid-elsewhere',
    'request-payment',
    'withdraw-payment',
    'remind-payment',
  ],
]

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { stay, steps, stream, gift, formKey, messages, contact } = loaderData
  const answer = actionData ?? null
  const isMine = useMay()
  const form = { stay, formKey, answer }
  return (
    <>
      <StayHead stay={stay} hasEmail={contact !== null} answer={answer} />
      <ChangeNote answer={answer} forms={FORMS} />
      <div className="card-stack">
        <Steps label="Steps of the stay" steps={steps} />
        <Columns
          aside={
            <>
              <StayFacts stay={stay} gift={gift} />
              <MoneyPanel {...form} />
              {isMine('contacts:read') && <Note stay={stay} answer={answer} />}
            </>
          }
        >
          {stay.disputes.length > 0 && <DisputePanel disputes={stay.disputes} />}
          {stay.money.toReturn > 0 && isMine('money:write') && <ReturnMoney {...form} />}
          {stay.conflicts.length > 0 && <StayConflicts stay={stay} />}
          <StayStream
            {...{ contact, formKey, answer }}
            items={stream}
            guest={stay.guest.name}
            mayWrite={isMine('contacts:write')}
          />
          {isMine('contacts:read') && (
            <StayMessages messages={messages} mayChange={isMine('contacts:write')} answer={answer} />
          )}
          <ChangeStay {...form} />
        </Columns>
      </div>
    </>
  )
}

const Note = ({ stay, answer }: { stay: ManagedStay; answer: ChangeAnswer | null }) => (
  <Card title="Private note">
    <ChangeForm<typeof bookingChanges>
      intent="note"
      version={stay.noteVersion}
      stored={{ note: stay.privateNote }}
      answer={answer}
      save="Save note"
      variant="outline"
    >
      {(fields) => <FormArea field={fields.note} label="Only you and other operators read it" />}
    </ChangeForm>
  </Card>
)
