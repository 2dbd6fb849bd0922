import { Form } from 'react-router'
import { formatSpan } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField, EmailField, TextField } from '#app/ui/field.tsx'
import { SOURCES } from './booking-list.ts'
import { Choice } from './choice.tsx'
import type { Refused } from './manage-booking.ts'
import type { CheckedStay, Home } from './stay-check.ts'
import { StaySection, useStayCheck } from './stay-fields.tsx'

type Props = {
  loaded: { homes: Home[]; checked: CheckedStay; formKey: string; takesCards: boolean }
  refused: Refused
  pending: boolean
}

/** Books for a guest who asked by phone or otherwise. */
export function BookForm({ loaded, refused, pending }: Props) {
  const onChange = useStayCheck()
  const { homes, checked, formKey, takesCards } = loaded
  const { check } = checked
  const { fields, values } = refused ?? { fields: {} as Record<string, string>, values: {} as Record<string, string> }
  const price = check?.price ?? null
  const isTaken = check !== null && check.taken.length > 0
  return (
    <Form method="post" preventScrollReset className="admin-form admin-wide" onChange={onChange}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="shown" value={price?.total ?? ''} />
      <StaySection heading="Stay" homes={homes} checked={checked} fields={fields} />
      <div className="admin-pair">
        <Guest fields={fields} values={values} />
        <Money fields={fields} values={values} price={price?.total ?? null} takesCards={takesCards} />
      </div>
      <AreaField
        name="note"
        rows={3}
        label="Private note"
        hint="Only you and other operators read it."
        defaultValue={values.note}
        error={fields.note}
      />
      <label className="admin-tick">
        <input type="checkbox" name="tellGuest" value="yes" defaultChecked={values.tellGuest === 'yes'} /> Email the
        confirmation to the guest
      </label>
      <p>A booking without an email and without a payment can be undone. Any other can only be canceled.</p>
      <Button
        type="submit"
        name="intent"
        value="book"
        pending={pending || isTaken}
        pendingText={isTaken ? 'Taken' : 'Booking...'}
      >
        {check ? `Book ${check.home.name}, ${formatSpan(check.stay.checkIn, check.stay.checkOut)}` : 'Book'}
      </Button>
    </Form>
  )
}

type Part = { fields: Record<string, string>; values: Record<string, string> }

function Guest({ fields, values }: Part) {
  const { website: _, ...sources } = SOURCES
  return (
    <section className="admin-form" aria-labelledby="guest-heading">
      <h2 id="guest-heading">Guest</h2>
      <TextField
        name="guestName"
        label="Name"
        autoComplete="off"
        required
        defaultValue={values.guestName}
        error={fields.guestName}
      />
      <EmailField
        name="guestEmail"
        label="Email"
        hint="Without it nothing is emailed to the guest."
        autoComplete="off"
        defaultValue={values.guestEmail}
        error={fields.guestEmail}
      />
      <TextField
        name="guestPhone"
        label="Phone"
        type="tel"
        autoComplete="off"
        defaultValue={values.guestPhone}
        error={fields.guestPhone}
      />
      <Choice legend="How they booked" name="source" chosen={values.source ?? 'phone'} error={fields.source}>
        {Object.entries(sources).map(([value, label]) => ({ value, label }))}
      </Choice>
    </section>
  )
}

function Money({ fields, values, price, takesCards }: Part & { price: number | null; takesCards: boolean }) {
  const byRates = price === null ? 'By the rates' : `By the rates: ${formatMoney(price)}`
  return (
    <section className="admin-form" aria-labelledby="price-heading">
      <h2 id="price-heading">Price and payment</h2>
      <AgreedPrice fields={fields} values={values} chosen={values.priceBy ?? 'rates'}>
        {[{ value: 'rates', label: byRates }]}
      </AgreedPrice>
      <Choice legend="Payment" name="payment" chosen={values.payment ?? 'none'} error={fields.payment}>
        {[
          { value: 'none', label: 'Nothing is paid yet' },
          { value: 'elsewhere', label: 'Paid outside this site' },
          ...(takesCards ? [{ value: 'link', label: 'By card, with a link for the guest' }] : []),
        ]}
      </Choice>
      <div className="admin-only" data-when="payment=elsewhere">
        <TextField
          name="paid"
          label="Paid so far, in dollars"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.paid}
          error={fields.paid}
        />
        <TextField
          name="paidNote"
          label="How"
          hint="Such as “check 1042” or “bank transfer”."
          autoComplete="off"
          defaultValue={values.paidNote}
          error={fields.paidNote}
        />
      </div>
      {!takesCards && <p className="admin-detail">A link to pay by card needs card payments, which are off.</p>}
    </section>
  )
}

type AgreedProps = Part & { chosen: string; children: { value: string; label: string }[] }

/** The price by one of the given choices, or a total of one's own. */
export function AgreedPrice({ fields, values, chosen, children }: AgreedProps) {
  return (
    <>
      <Choice legend="Price" name="priceBy" chosen={chosen} error={fields.price}>
        {[...children, { value: 'agreement', label: 'A total that we agreed on' }]}
      </Choice>
      <div className="admin-only" data-when="priceBy=agreement">
        <TextField
          name="total"
          label="Total in dollars, taxes and fees included"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.total}
          error={fields.total}
        />
        <TextField
          name="priceReason"
          label="Why"
          hint="For the records; the guest doesn’t read it."
          autoComplete="off"
          defaultValue={values.priceReason}
          error={fields.priceReason}
        />
      </div>
    </>
  )
}
