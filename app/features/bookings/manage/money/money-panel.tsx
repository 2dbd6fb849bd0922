import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { comingRefund, paymentRows, waitingRefund } from '#app/features/bookings/booking-summary.ts'
import { copyText } from '#app/shared/browser/copy-text.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { ChangeForm, FormNumber, FormText } from '#app/ui/form/change-form.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { Ledger } from './ledger-entries.tsx'
import type { moneyChanges } from './money.changes.server.ts'
import { recordableOf } from './refund-amounts.ts'

type Props = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

/** The price, paid and due amounts, every movement of money, and further payments. */
export function MoneyPanel({ stay, formKey, answer }: Props) {
  const { lines, total, money, status, refunded } = stay
  useRevalidation(comingRefund(stay.payments) > 0)
  const recordable = recordableOf({ status, total, refund: refunded }, money)
  const isOn = status === 'confirmed'
  const may = useMay()
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
        {money.unpaid > 0 && (
          <>
            <dt className="admin-total">Still to be paid</dt>
            <dd className="admin-total">{formatMoney(money.unpaid)}</dd>
          </>
        )}
        {money.toPay.map(
          ({ amount, dueOn }) =>
            dueOn && (
              <Fragment key={dueOn}>
                <dt>By {formatDate(dueOn, 'long')}</dt>
                <dd>{formatMoney(amount)}</dd>
              </Fragment>
            ),
        )}
        {isOn && money.due + money.planned < 0 && (
          <>
            <dt className="admin-total">Paid too much</dt>
            <dd className="admin-total">{formatMoney(-money.due - money.planned)}</dd>
          </>
        )}
      </dl>
      {may('prices:read') && (
        <p>
          <Link to={whyPath(stay)} className="admin-row-link">
            Why is it this price? By today’s rates
          </Link>
        </p>
      )}
      {isOn && !money.isRecorded && <p className="admin-detail">No payment is recorded on this site.</p>}
      <MoneyNotes payments={stay.payments} missing={money.missing} />
      <Ledger entries={stay.ledger} />
      {may('money:write') && (
        <>
          {isOn && <OpenLink stay={stay} answer={answer} />}
          {money.toPay.length > 0 && <RemindForm stay={stay} answer={answer} />}
          {wasBooked(stay) && recordable > 0 && (
            <RecordPayment stay={stay} recordable={recordable} formKey={formKey} answer={answer} />
          )}
        </>
      )}
    </section>
  )
}

/** Coming and waiting refunds, and missing amounts. */
function MoneyNotes({ payments, missing }: Pick<ManagedStay, 'payments'> & { missing: Cents }) {
  const coming = comingRefund(payments)
  const waiting = waitingRefund(payments)
  return (
    <>
      {waiting > 0 && (
        <p className="admin-detail">
          {formatMoney(waiting)} was promised back and waits for the end of the dispute. You don’t have to do anything.
        </p>
      )}
      {coming > 0 && (
        <p role="status" className="admin-detail">
          {formatMoney(coming)} is on its way back to the card. If the payment service is slow, the site keeps asking.
          You don’t have to do anything.
        </p>
      )}
      {missing > 0 && (
        <p className="admin-detail" data-failed>
          {formatMoney(missing)} more is recorded as returned outside this site than as paid. Record the payment that is
          missing.
        </p>
      )}
    </>
  )
}

const LOOK_AGAIN_MS = 5000

/** Loads the page's data repeatedly while `isOpen`. */
function useRevalidation(isOpen: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(revalidate, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}

/** A payment of a canceled stay can be recorded, too, so that it can be returned. */
const wasBooked = ({ status, history }: ManagedStay) =>
  status === 'confirmed' || (status === 'cancelled' && history.some(({ toStatus }) => toStatus === 'confirmed'))

/** Each rule behind the price of the stay, by the current rates. */
function whyPath({ property, checkInDate: checkIn, checkOutDate: checkOut, party, promoCode }: ManagedStay): string {
  const slug = property.path.replace('/property/', '')
  const promo = promoCode ? `&promo=${encodeURIComponent(promoCode)}` : ''
  return `/admin/homes/${slug}/why?${stayToQuery({ checkIn, checkOut, ...party })}${promo}`
}

/** The amount that the guest is requested to pay by card, or the button that requests it. */
function OpenLink({ stay, answer }: Omit<Props, 'formKey'>) {
  const { payments, money, takesCards, guest, payUrl } = stay
  const asked = payments.find(({ kind, status }) => kind !== 'balance' && status === 'waiting')
  if (asked && payUrl) {
    return (
      <>
        <PayLink name={guest.name} phone={guest.phone} amount={asked.amount} url={payUrl} />
        <ChangeForm<typeof moneyChanges>
          intent="withdraw-payment"
          answer={answer}
          save="Withdraw the link"
          {...ONE_PRESS}
        />
      </>
    )
  }
  if (!takesCards || money.due < 50) return null
  return (
    <ChangeForm<typeof moneyChanges>
      intent="request-payment"
      answer={answer}
      save={`Ask for ${formatMoney(money.due)} by card`}
      {...ONE_PRESS}
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.seen.name} value={stay.moneyVersion} />
          {guest.email && (
            <label className="admin-tick">
              <input type="checkbox" name={fields.notifyGuest.name} value="yes" defaultChecked /> Email the link to{' '}
              {guest.email}
            </label>
          )}
        </>
      )}
    </ChangeForm>
  )
}

/** The link, to be forwarded: not every guest has an email address. */
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

/** Emails the open payments, and how to pay them. */
function RemindForm({ stay: { guest, paymentText, paymentSchedule, remindedAt }, answer }: Omit<Props, 'formKey'>) {
  const may = useMay()
  if (!may('contacts:read')) return null
  if (!guest.email) return <p className="admin-detail">{guest.name} has no email address to send a reminder to.</p>
  return (
    <>
      <ChangeForm<typeof moneyChanges>
        intent="remind-payment"
        answer={answer}
        save={paymentSchedule ? 'Send a reminder to pay' : 'Email what is to be paid'}
        {...ONE_PRESS}
      />
      <p className="admin-detail">
        {remindedAt ? `Last sent ${remindedAt}.` : 'Not sent yet.'}
        {paymentText === null && (
          <>
            {' '}
            It can’t say how to pay: nobody has <Link to="/admin/site#payment">written that</Link>.
          </>
        )}
      </p>
    </>
  )
}

const ONE_PRESS = { saving: 'One moment...', variant: 'outline' } as const

function RecordPayment({ stay, recordable, formKey, answer }: Props & { recordable: Cents }) {
  const { planned } = stay.money
  return (
    <details className="admin-sheet" open={answer?.intent === 'paid-elsewhere'}>
      <summary>Record a payment</summary>
      <ChangeForm<typeof moneyChanges>
        intent="paid-elsewhere"
        stored={{ amount: (recordable / 100).toFixed(2) }}
        answer={answer}
        save="Record the payment"
        variant="outline"
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.key.name} value={formKey} />
            <input type="hidden" name={fields.seen.name} value={stay.moneyVersion} />
            <FormNumber
              field={fields.amount}
              required
              label="Paid outside this site, in dollars"
              hint={
                planned > 0
                  ? `By card ${formatMoney(planned)} is to come; it is lowered by what you record.`
                  : undefined
              }
            />
            <FormText field={fields.note} required label="How" hint="Such as “check 1042” or “cash at check-in”." />
          </>
        )}
      </ChangeForm>
    </details>
  )
}
