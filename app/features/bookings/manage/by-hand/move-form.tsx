import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { previewTotal } from '#app/features/bookings/payments/preview-total.ts'
import { formatDate } from '#app/shared/dates.ts'
import { centsFromTyped } from '#app/shared/input/typed-dollars.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import { AgreedPrice } from './book-form.tsx'
import type { moveChanges } from './by-hand.changes.server.ts'
import type { MovedStay } from './move-page.ts'
import type { CheckedStay, Property } from './stay-choice.ts'
import { type StayAnswer, StayCards, useCheckedStay } from './stay-fields.tsx'

type Props = {
  loaded: { properties: Property[]; checked: CheckedStay; formKey: string; stay: MovedStay }
  answer: StayAnswer
}

/** Moves a booking: the new stay, its price, and its effects on the money, before anything is done. */
export function MoveForm({ loaded, answer }: Props) {
  const { stay, properties, formKey } = loaded
  const { checked, last, onChange } = useCheckedStay(loaded.checked, answer)
  const { check } = checked
  const kept = (last?.result.initialValue ?? {}) as Record<string, string>
  const [typed, setTyped] = useState({ priceBy: 'rates', total: '', ...kept })
  const byRates = check?.price?.total ?? null
  const totals: Record<string, Cents | null> = {
    rates: byRates,
    before: stay.total,
    agreement: centsFromTyped(typed.total),
  }
  const total = totals[typed.priceBy] ?? null
  const isTaken = check !== null && check.taken.length > 0
  const read = (form: HTMLFormElement, changed: EventTarget) => {
    const fields = new FormData(form)
    setTyped({ priceBy: String(fields.get('priceBy')), total: String(fields.get('total')) })
    onChange(form, changed)
  }
  const byRatesWords = byRates === null ? 'By the rates' : `By the rates: ${changeWords(stay.total, byRates)}`
  return (
    <ChangeForm<typeof moveChanges, CheckedStay>
      intent="move"
      stored={{ ...checked.choice, priceBy: 'rates', notifyGuest: 'yes' }}
      answer={last}
      save={isTaken ? 'Taken' : 'Move the stay'}
      saving="Moving..."
      isOff={isTaken}
      variant={isTaken ? 'outline' : undefined}
      onChange={read}
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <input type="hidden" name={fields.shown.name} value={byRates ?? ''} />
          <input type="hidden" name={fields.returnedShown.name} value={total === null ? 0 : returnedOf(stay, total)} />
          <StayCards
            title="New stay"
            properties={properties}
            checked={checked}
            fields={fields}
            note={stay.codeOf && <DoorCode of={stay.codeOf} />}
          >
            <Card title="Money">
              <div className="admin-form">
                <AgreedPrice
                  fields={fields}
                  choices={[
                    ['rates', byRatesWords],
                    ['before', `As before: ${formatMoney(stay.total)}`],
                  ]}
                />
                <p className="admin-note" role="status">
                  {total === null
                    ? 'Choose the stay and the price to see what is to be paid or returned.'
                    : moneyWords(stay, total)}
                </p>
              </div>
            </Card>
            <Message stay={stay} fields={fields} />
          </StayCards>
          <p className="text-muted">
            The old nights open up again. A move without an email and without a refund can be undone; an email or a
            refund can’t be taken back.
          </p>
        </>
      )}
    </ChangeForm>
  )
}

const DoorCode = ({ of }: { of: string }) => (
  <p className="admin-note">
    The door code of this stay is for {of}. In another home, the code of that home counts until you give the stay
    another.
  </p>
)

type MessageProps = {
  stay: MovedStay
  fields: Record<'message' | 'notifyGuest', FieldMetadata<string | null | undefined>>
}

function Message({ stay: { guestName, guestEmail }, fields: { message, notifyGuest } }: MessageProps) {
  return (
    <Card title="Message">
      <div className="admin-form">
        <FormArea field={message} label={`What ${guestName} reads beside the new stay`} hint="Optional." />
        {guestEmail ? (
          <label className="admin-tick">
            <input
              type="checkbox"
              name={notifyGuest.name}
              value="yes"
              defaultChecked={notifyGuest.initialValue === 'yes'}
            />{' '}
            Email the change to {guestEmail}
          </label>
        ) : (
          <p>{guestName} has no email address: nobody is told.</p>
        )}
      </div>
    </Card>
  )
}

const returnedOf = (stay: MovedStay, total: Cents) =>
  stay.status === 'confirmed' ? previewTotal(stay, { ...stay, total }).returned : 0

function changeWords(before: Cents, after: Cents): string {
  if (before === after) return `${formatMoney(after)}, as before`
  const difference = formatMoney(Math.abs(after - before))
  return `${formatMoney(after)}, ${difference} ${after > before ? 'more' : 'less'}`
}

/** The effects of the total for the guest, before anything is done. */
function moneyWords(stay: MovedStay, total: Cents): string {
  const { guestName } = stay
  if (stay.status !== 'confirmed')
    return `${guestName} hasn’t paid anything yet. The request will total ${formatMoney(total)}.`
  const { returned, balance, due } = previewTotal(stay, { ...stay, total })
  if (returned > 0) return `${formatMoney(returned)} goes back to ${guestName}, the way it was paid.`
  if (balance) return `The balance of ${formatDate(balance.dueOn)} will be ${formatMoney(balance.amount)}.`
  if (due > 0) return `${formatMoney(due)} will still be to pay. You can ask for it on the booking’s page.`
  return 'Nothing to pay or to return.'
}
