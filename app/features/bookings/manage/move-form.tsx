import { useState } from 'react'
import { Form } from 'react-router'
import { formatDate } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { centsFromTyped } from '#app/shared/typed-dollars.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { previewTotal } from '../payments/preview-total.ts'
import { AgreedPrice } from './book-form.tsx'
import type { Refused } from './manage-booking.ts'
import type { MovedStay } from './move-page.ts'
import type { CheckedStay, Home } from './stay-check.ts'
import { StaySection, useStayCheck } from './stay-fields.tsx'

type Props = {
  loaded: { homes: Home[]; checked: CheckedStay; formKey: string; stay: MovedStay }
  refused: Refused
  pending: boolean
}

/** Moves a booking: the new stay, its price, and what that means for the money, before anything is done. */
export function MoveForm({ loaded, refused, pending }: Props) {
  const { stay, homes, checked, formKey } = loaded
  const onChange = useStayCheck()
  const { check } = checked
  const { fields, values } = refused ?? { fields: {} as Record<string, string>, values: {} as Record<string, string> }
  const [typed, setTyped] = useState<Record<string, string>>({ priceBy: 'rates', total: '', ...values })
  const byRates = check?.price?.total ?? null
  const totals: Record<string, Cents | null> = {
    rates: byRates,
    before: stay.total,
    agreement: centsFromTyped(typed.total ?? ''),
  }
  const total = totals[typed.priceBy ?? ''] ?? null
  const isTaken = check !== null && check.taken.length > 0
  const read = (event: React.FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget)
    setTyped({ priceBy: String(form.get('priceBy')), total: String(form.get('total')) })
    onChange(event)
  }
  return (
    <Form method="post" preventScrollReset className="admin-form admin-wide" onChange={read}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="shown" value={byRates ?? ''} />
      <input type="hidden" name="returnedShown" value={total === null ? 0 : returnedOf(stay, total)} />
      <StaySection heading="New stay" homes={homes} checked={checked} fields={fields} />
      <section className="admin-form" aria-labelledby="price-heading">
        <h2 id="price-heading">Money</h2>
        <AgreedPrice fields={fields} values={values} chosen={values.priceBy ?? 'rates'}>
          {[
            {
              value: 'rates',
              label: byRates === null ? 'By the rates' : `By the rates: ${changeWords(stay.total, byRates)}`,
            },
            { value: 'before', label: `As before: ${formatMoney(stay.total)}` },
          ]}
        </AgreedPrice>
        <p className="admin-note" role="status">
          {total === null
            ? 'Choose the stay and the price to see what is to be paid or returned.'
            : moneyWords(stay, total)}
        </p>
      </section>
      <AreaField
        name="message"
        rows={3}
        label={`What ${stay.guestName} reads beside the new stay`}
        hint="Optional."
        defaultValue={values.message}
        error={fields.message}
      />
      <TellGuest stay={stay} isChosen={!refused || values.tellGuest === 'yes'} />
      <p>
        The old nights open up again. A move without an email and without a refund can be undone; an email or a refund
        can’t be taken back.
      </p>
      <Button
        type="submit"
        name="intent"
        value="move"
        pending={pending || isTaken}
        pendingText={isTaken ? 'Taken' : 'Moving...'}
      >
        Move the stay
      </Button>
    </Form>
  )
}

function TellGuest({ stay: { guestName, guestEmail }, isChosen }: { stay: MovedStay; isChosen: boolean }) {
  if (!guestEmail) return <p>{guestName} has no email address: nobody is told.</p>
  return (
    <label className="admin-tick">
      <input type="checkbox" name="tellGuest" value="yes" defaultChecked={isChosen} /> Email the change to {guestEmail}
    </label>
  )
}

const returnedOf = (stay: MovedStay, total: Cents) =>
  stay.status === 'confirmed' ? previewTotal(stay, { ...stay, total }).returned : 0

function changeWords(before: Cents, after: Cents): string {
  if (before === after) return `${formatMoney(after)}, as before`
  const difference = formatMoney(Math.abs(after - before))
  return `${formatMoney(after)}, ${difference} ${after > before ? 'more' : 'less'}`
}

/** What the total means for the guest, before anything is done. */
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
