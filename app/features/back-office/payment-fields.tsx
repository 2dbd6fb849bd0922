import type { PaymentSettings } from '#app/features/site/payment-terms.ts'
import type { FormFill } from './folded-form.tsx'
import { FillArea, FillNumber } from './form-parts.tsx'

type Props = { settings: PaymentSettings; fill: FormFill; textHint: string; percentHint: string }

/** How guests pay, deposit and balance: of the site or of a home. */
export function PaymentFields({ settings, fill, textHint, percentHint }: Props) {
  const { paymentText, depositPercent, depositDays, balanceDays } = settings
  return (
    <>
      <FillArea
        name="paymentText"
        label="How guests pay, as they read it"
        hint={`Such as: By check to our PO box, or by bank transfer: we’ll email you the account. ${textHint}`}
        rows={4}
        stored={paymentText}
        fill={fill}
      />
      <FillNumber
        name="depositPercent"
        label="Deposit, in percent of the total"
        hint={percentHint}
        stored={depositPercent}
        fill={fill}
      />
      <FillNumber
        name="depositDays"
        label="First payment without a card, in days after you confirm"
        stored={depositDays}
        fill={fill}
      />
      <FillNumber name="balanceDays" label="The rest, in days before check-in" stored={balanceDays} fill={fill} />
    </>
  )
}
