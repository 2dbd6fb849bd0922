import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { comingRefund, paymentRows, waitingRefund } from '#app/features/bookings/booking-summary.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { copyText } from '#app/shared/browser/copy-text.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Meter } from '#app/ui/dashboard/meter.tsx'
import { ChangeForm, FormNumber, FormText } from '#app/ui/form/change-form.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { FOLDS, isMovable } from '../stay-folds.ts'
import type { moneyChanges } from './money.changes.server.ts'
import { PlatformCommission } from './platform-commission.tsx'
import { recordableIn } from './refund-amounts.ts'
import './money-panel.css'

type Props = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

/** The price as a figure, how much of it is paid, and further payments. */
export function MoneyPanel({ stay, formKey, answer }: Props) {
  const { total, money, status } = stay
  useRevalidation(comingRefund(stay.payments) > 0)
  const recordable = recordableIn(stay)
  const isOn = status === 'confirmed'
  const may = useMay()
  return (
    <Card title="Money" action={may('prices:read') && <Link to={whyPath(stay)}>Why this price?</Link>}>
      <div className="stay-money">
        <Meter figure={formatMoney(total)} note={paidWords(stay)} share={total > 0 ? money.paid / total : 1} />
        <PriceLines lines={stay.lines} nights={stay.nights} />
        <PlatformCommission stay={stay} answer={answer} />
        <Settled stay={stay} />
        <MoneyNotes payments={stay.payments} missing={money.missing} />
        <div className="money-actions">
          {may('money:write') && recordable > 0 && (
            <RecordPayment stay={stay} recordable={recordable} formKey={formKey} answer={answer} />
          )}
          {isMovable(stay) && may('stays:write') && (
            <Link to={`/admin/bookings/${stay.reference}/move`} className="button button-quiet">
              Change the price
            </Link>
          )}
        </div>
        {may('money:write') && (
          <>
            {isOn && <OpenLink stay={stay} answer={answer} />}
            {money.toPay.length > 0 && <RemindForm stay={stay} answer={answer} />}
          </>
        )}
      </div>
    </Card>
  )
}

function paidWords({ money, total, status }: ManagedStay): string {
  if (status === 'cancelled') return money.paid > 0 ? `${formatMoney(money.paid)} kept` : 'nothing kept'
  if (!money.isRecorded) return 'nothing paid yet'
  return money.paid === total ? 'paid' : `${formatMoney(money.paid)} paid`
}

/** Several lines of one kind are folded below their sum. */
function PriceLines({ lines, nights }: Lines & { nights: number }) {
  const of = (isIt: (line: PriceLine) => boolean) => lines.filter(isIt)
  const taxes = of(({ kind }) => kind === 'tax')
  return (
    <div className="stay-lines">
      <FoldedLines label={countOf(nights, 'night')} lines={of(({ kind }) => kind === 'nights')} />
      <LineList lines={of(({ kind }) => kind !== 'nights' && kind !== 'tax')} />
      <FoldedLines label={`Taxes, ${taxes.length}`} lines={taxes} />
    </div>
  )
}

function FoldedLines({ label, lines }: Lines & { label: string }) {
  if (lines.length < 2) return <LineList lines={lines} />
  return (
    <details>
      <summary>
        <span>{label}</span>
        <span>{formatMoney(lines.reduce((sum, { amount }) => sum + amount, 0))}</span>
      </summary>
      <LineList lines={lines} />
    </details>
  )
}

type Lines = { lines: readonly PriceLine[] }

const LineList = ({ lines }: Lines) =>
  lines.length > 0 && (
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
    </dl>
  )

/** What was paid and returned, and what is still to come. */
function Settled({ stay }: Pick<Props, 'stay'>) {
  const { money, status } = stay
  const tooMuch = status === 'confirmed' ? -money.due - money.planned : 0
  const rows: [label: string, amount: Cents, isTotal?: boolean][] = [
    ...paymentRows(stay).map(([label, amount]): [string, Cents] => [label.replace('your card', 'the card'), amount]),
    ...(money.unpaid > 0 ? [['Still to be paid', money.unpaid, true] as [string, Cents, boolean]] : []),
    ...money.toPay.flatMap(({ amount, dueOn }): [string, Cents][] =>
      dueOn ? [[`By ${formatDate(dueOn, 'long')}`, amount]] : [],
    ),
    ...(tooMuch > 0 ? [['Paid too much', tooMuch, true] as [string, Cents, boolean]] : []),
  ]
  if (rows.length === 0) return null
  return (
    <dl className="admin-lines">
      {rows.map(([label, amount, isTotal]) => (
        <Fragment key={label}>
          <dt className={isTotal ? 'admin-total' : undefined}>{label}</dt>
          <dd className={isTotal ? 'admin-total' : undefined}>{formatMoney(amount)}</dd>
        </Fragment>
      ))}
    </dl>
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
    <FoldedForm target={FOLDS.recordPayment} summary="Record a payment" isOpen={answer?.intent === 'paid-elsewhere'}>
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
    </FoldedForm>
  )
}
