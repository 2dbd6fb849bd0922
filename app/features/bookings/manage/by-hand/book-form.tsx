import type { FieldMetadata } from '@conform-to/react'
import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import {
  ChangeForm,
  type FieldsOf,
  FormArea,
  FormChoice,
  FormNumber,
  FormSelect,
  FormText,
} from '#app/ui/form/change-form.tsx'
import type { bookChanges } from './by-hand.changes.server.ts'
import type { CheckedStay, Property } from './stay-choice.ts'
import { type StayAnswer, StayCards, useCheckedStay } from './stay-fields.tsx'

type Props = {
  loaded: { properties: Property[]; checked: CheckedStay; formKey: string; takesCards: boolean }
  answer: StayAnswer
}
type Fields = FieldsOf<typeof bookChanges, 'book'>

/** Books for a guest who asked by phone or otherwise. */
export function BookForm({ loaded, answer }: Props) {
  const { properties, formKey, takesCards } = loaded
  const { checked, last, onChange } = useCheckedStay(loaded.checked, answer)
  const { check } = checked
  const isTaken = check !== null && check.taken.length > 0
  const book = check ? `Book ${check.property.name}, ${formatSpan(check.stay.checkIn, check.stay.checkOut)}` : 'Book'
  return (
    <ChangeForm<typeof bookChanges, CheckedStay>
      intent="book"
      stored={{ ...checked.choice, priceBy: 'rates', source: 'phone', payment: 'none' }}
      answer={last}
      save={isTaken ? 'Taken' : book}
      saving="Booking..."
      isOff={isTaken}
      variant={isTaken ? 'outline' : undefined}
      onChange={onChange}
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <input type="hidden" name={fields.shown.name} value={check?.price?.total ?? ''} />
          <StayCards title="Stay" properties={properties} checked={checked} fields={fields}>
            <Guest fields={fields} />
            <Money fields={fields} price={check?.price?.total ?? null} takesCards={takesCards} />
            <Card title="Note">
              <div className="admin-form">
                <FormArea field={fields.note} label="Private note" hint="Only you and other operators read it." />
              </div>
            </Card>
          </StayCards>
          <p className="text-muted">
            A booking without an email and without a payment can be undone. Any other can only be canceled.
          </p>
        </>
      )}
    </ChangeForm>
  )
}

function Guest({ fields }: { fields: Fields }) {
  const { website: _, ...sources } = SOURCES
  return (
    <Card title="Guest">
      <div className="admin-form">
        <div className="admin-row">
          <FormText field={fields.guestName} label="Name" required />
          <FormText
            field={fields.guestEmail}
            label="Email"
            hint="Without it nothing is emailed to the guest."
            type="email"
            autoCapitalize="none"
          />
        </div>
        <div className="admin-row">
          <FormText field={fields.guestPhone} label="Phone" type="tel" />
          <FormSelect field={fields.source} label="How they booked" options={Object.entries(sources)} />
        </div>
        <label className="admin-tick">
          <input
            type="checkbox"
            name={fields.notifyGuest.name}
            value="yes"
            defaultChecked={fields.notifyGuest.initialValue === 'yes'}
          />{' '}
          Email the confirmation to the guest
        </label>
      </div>
    </Card>
  )
}

type MoneyProps = { fields: Fields; price: number | null; takesCards: boolean }

function Money({ fields, price, takesCards }: MoneyProps) {
  const byRates = price === null ? 'By the rates' : `By the rates: ${formatMoney(price)}`
  const byCard = ['link', 'By card, with a link for the guest'] as const
  return (
    <Card title="Price and payment">
      <div className="admin-pair">
        <div>
          <AgreedPrice fields={fields} choices={[['rates', byRates]]} />
        </div>
        <div>
          <FormChoice
            field={fields.payment}
            legend="Payment"
            options={[
              ['none', 'Nothing is paid yet'],
              ['elsewhere', 'Paid outside this site'],
              ...(takesCards ? [byCard] : []),
            ]}
          />
          <div className="admin-only" data-when="payment=elsewhere">
            <FormNumber field={fields.paid} label="Paid so far, in dollars" />
            <FormText field={fields.paidNote} label="How" hint="Such as “check 1042” or “bank transfer”." />
          </div>
          {!takesCards && <p className="admin-detail">A link to pay by card needs card payments, which are off.</p>}
        </div>
      </div>
    </Card>
  )
}

type AgreedProps = {
  fields: Record<'priceBy' | 'total' | 'priceReason', FieldMetadata<string | null | undefined>>
  choices: [value: string, label: string][]
}

/** The price by one of the given choices, or a total of one's own. */
export function AgreedPrice({ fields, choices }: AgreedProps) {
  return (
    <>
      <FormChoice
        field={fields.priceBy}
        legend="Price"
        options={[...choices, ['agreement', 'A total that we agreed on']]}
      />
      <div className="admin-only" data-when="priceBy=agreement">
        <FormNumber field={fields.total} label="Total in dollars, taxes and fees included" />
        <FormText field={fields.priceReason} label="Why" hint="For the records; the guest doesn’t read it." />
      </div>
    </>
  )
}
