import { Fragment, type ReactNode, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { copyText } from '#app/shared/copy-text.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { paymentRows } from '../booking-summary.ts'
import type { LedgerEntry, ManagedStay } from './booking-page.ts'
import type { Refused } from './manage-booking.ts'

type Props = { stay: ManagedStay; formKey: string; refused: Refused; pending: boolean }

/** The price, what is paid and due, every movement of money, and how more is paid. */
export function MoneyPanel({ stay, formKey, refused, pending }: Props) {
  const { lines, total, money, status } = stay
  const isOn = status === 'confirmed'
  return (
    <section className="admin-panel" aria-labelledby="money-heading">
      <h2 id="money-heading">Money</h2>
      <dl className="admin-lines">
        {lines.map(({ label, amount, note }) => (
          <Fragment key={label}>
            <dt>
              {label}
              {note && <span className="admin-detail">{note}</span>}
            </dt>
            <dd>{formatMoney(amount)}</dd>
          </Fragment>
        ))}
        <dt className="admin-total">Total</dt>
        <dd className="admin-total">{formatMoney(total)}</dd>
        {paymentRows(stay).map(([label, amount]) => (
          <Fragment key={label}>
            <dt>{label.replace('your card', 'the card')}</dt>
            <dd>{formatMoney(amount)}</dd>
          </Fragment>
        ))}
        {isOn && money.paid !== null && money.due !== 0 && (
          <>
            <dt className="admin-total">{money.due > 0 ? 'Still to be paid' : 'Paid too much'}</dt>
            <dd className="admin-total">{formatMoney(Math.abs(money.due))}</dd>
          </>
        )}
      </dl>
      <p>
        <Link to={whyPath(stay)} className="admin-row-link">
          Why is it this price? By today’s rates
        </Link>
      </p>
      {isOn && money.paid === null && <p className="admin-detail">No payment is recorded on this site.</p>}
      <Ledger entries={stay.ledger} />
      {isOn && <OpenLink stay={stay} pending={pending} />}
      {isOn && money.due + money.planned > 0 && (
        <RecordPayment stay={stay} formKey={formKey} refused={refused} pending={pending} />
      )}
    </section>
  )
}

/** Each rule behind the price of the stay, as the rates are now. */
function whyPath({ property, checkInDate: checkIn, checkOutDate: checkOut, party, promoCode }: ManagedStay): string {
  const slug = property.path.replace('/property/', '')
  const promo = promoCode ? `&promo=${encodeURIComponent(promoCode)}` : ''
  return `/admin/homes/${slug}/why?${stayToQuery({ checkIn, checkOut, ...party })}${promo}`
}

const MOVED: Record<LedgerEntry['kind'], [more: string, less: string]> = {
  charged: ['Charged to the card', 'Taken back by the bank'],
  refunded: ['Refunded to the card', 'Refund returned by the bank'],
  kept: ['Kept of the canceled stay', 'Returned of what was kept'],
  'paid-elsewhere': ['Paid outside this site', 'Returned outside this site'],
}

function Ledger({ entries }: { entries: LedgerEntry[] }) {
  if (entries.length === 0) return null
  return (
    <details className="admin-sheet">
      <summary>Every movement of money ({entries.length})</summary>
      <ol className="admin-history">
        {entries.map(({ kind, amount, note, operatorName, at }) => (
          <li key={`${kind}${amount}${at}`}>
            <p>
              {MOVED[kind][amount < 0 ? 1 : 0]}: {formatMoney(Math.abs(amount))}
            </p>
            {note && <p className="admin-text">{note}</p>}
            <p className="admin-detail">{[operatorName, at].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** What the guest is asked to pay by card, or the button that asks for it. */
function OpenLink({ stay, pending }: Pick<Props, 'stay' | 'pending'>) {
  const { payments, money, takesCards, guest, payUrl } = stay
  const asked = payments.find(({ kind, status }) => kind !== 'balance' && status === 'waiting')
  if (asked) {
    return (
      <>
        <PayLink name={guest.name} phone={guest.phone} amount={asked.amount} url={payUrl} />
        <PaymentForm intent="withdraw-payment" pending={pending} action="Withdraw the link" />
      </>
    )
  }
  if (!takesCards || money.due < 50) return null
  return (
    <PaymentForm intent="request-payment" pending={pending} action={`Ask for ${formatMoney(money.due)} by card`}>
      {guest.email && (
        <label className="admin-tick">
          <input type="checkbox" name="tellGuest" value="yes" defaultChecked /> Email the link to {guest.email}
        </label>
      )}
    </PaymentForm>
  )
}

/** The link, to be passed on: not every guest has an email address. */
function PayLink({ name, phone, amount, url }: { name: string; phone: string | null; amount: Cents; url: string }) {
  const [said, setSaid] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(url)) return setSaid('Copied.')
    field.current?.select()
    setSaid('The link is selected: copy it by hand.')
  }
  const text = `To pay ${formatMoney(amount)} by card: ${url}`
  return (
    <div className="admin-form">
      <TextField
        ref={field}
        name="payUrl"
        readOnly
        label={`${name} can pay ${formatMoney(amount)} by card here`}
        defaultValue={url}
      />
      <div className="admin-contact">
        <button type="button" className="needs-script" onClick={copy}>
          Copy the link
        </button>
        {phone && <a href={`${phoneLink('sms', phone)}?&body=${encodeURIComponent(text)}`}>Send it as a text</a>}
      </div>
      <p role="status" className="admin-detail">
        {said}
      </p>
    </div>
  )
}

type FormProps = { intent: string; pending: boolean; action: string; children?: ReactNode }

function PaymentForm({ intent, pending, action, children }: FormProps) {
  return (
    <Form method="post" preventScrollReset className="admin-form">
      <input type="hidden" name="intent" value={intent} />
      {children}
      <Button type="submit" variant="outline" pending={pending} pendingText="One moment...">
        {action}
      </Button>
    </Form>
  )
}

function RecordPayment({ stay, formKey, refused, pending }: Props) {
  const isOpen = refused?.values.intent === 'paid-elsewhere'
  const { fields, values } = isOpen ? refused : { fields: {} as Record<string, string>, values: {} }
  const { due, planned } = stay.money
  return (
    <details className="admin-sheet" open={isOpen}>
      <summary>Record a payment</summary>
      <Form method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="paid-elsewhere" />
        <input type="hidden" name="key" value={formKey} />
        <TextField
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          required
          label="Paid outside this site, in dollars"
          hint={
            planned > 0 ? `By card ${formatMoney(planned)} is to come; it is lowered by what you record.` : undefined
          }
          defaultValue={values.amount ?? ((due + planned) / 100).toFixed(2)}
          error={fields.amount}
        />
        <TextField
          name="note"
          autoComplete="off"
          required
          label="How"
          hint="Such as “check 1042” or “cash at check-in”."
          defaultValue={values.note}
          error={fields.note}
        />
        <Button type="submit" variant="outline" pending={pending} pendingText="Saving...">
          Record the payment
        </Button>
      </Form>
    </details>
  )
}
