import { type FieldsOf, FormArea, FormChecks, FormNumber } from '#app/ui/form/change-form.tsx'
import { PAYMENT_WAY_LABELS } from '../payment-terms.ts'
import type { siteChanges } from './site.changes.server.ts'

type Props = {
  fields: FieldsOf<typeof siteChanges, 'payment'>
  textHint: string
  waysHint: string
  percentHint: string
}

/** How guests pay, deposit and balance: of the site or of a home. */
export function PaymentFields({ fields, textHint, waysHint, percentHint }: Props) {
  return (
    <>
      <FormArea
        field={fields.paymentText}
        label="How guests pay, as they read it"
        hint={`Such as: By check to our PO box, or by bank transfer: we’ll email you the account. ${textHint}`}
        rows={4}
      />
      <FormChecks
        field={fields.paymentWays}
        legend="Ways to pay, as guests read them before they book"
        hint={waysHint}
        options={Object.entries(PAYMENT_WAY_LABELS)}
      />
      <FormNumber field={fields.depositPercent} label="Deposit, in percent of the total" hint={percentHint} />
      <FormNumber field={fields.depositDays} label="First payment without a card, in days after you confirm" />
      <FormNumber field={fields.balanceDays} label="The rest, in days before check-in" />
      <FormNumber
        field={fields.cancelUnpaidDays}
        label="Cancel by itself, in days after the first payment was due"
        hint="Empty: never. Only where nothing is paid and the stay hasn’t begun. The reminder tells the guest the day."
      />
    </>
  )
}
