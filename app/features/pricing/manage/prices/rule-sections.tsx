import { Link } from 'react-router'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { type PaymentSettings, PROPERTY_PAYMENT_FIELDS, paymentSettingLines } from '#app/features/site/payment-terms.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { cancellationFields, STAY_RULES_FIELDS, typedCancellation, typedStayRules } from '../forms/price-fields.ts'
import { itemLines, paymentDiffers } from '../price-words.ts'
import { previewed } from './price-form.tsx'
import type { SectionProps } from './price-sections.ts'

export function StayRulesSection({ settings, versions, answer }: SectionProps) {
  const { stayRules } = settings
  return (
    <Card anchor="rules" title="Stay rules">
      <Lines lines={itemLines('stayRules', stayRules)} />
      <RecordForm
        intent="stay-rules"
        version={versions.stayRules}
        fields={STAY_RULES_FIELDS}
        value={typedStayRules(stayRules)}
        summary="Change stay rules"
        anchor="stay-rules"
        {...previewed(answer)}
      />
    </Card>
  )
}

/** Unless the home differs, the settings of the site apply. */
export function PaymentSection({ settings, versions, answer, ofSite }: SectionProps & { ofSite: PaymentSettings }) {
  const { payment } = settings
  const differs = paymentDiffers(payment)
  return (
    <Card anchor="payment" title="How guests pay">
      <Lines lines={differs ? itemLines('payment', payment) : paymentSettingLines(ofSite)} />
      <p>
        {differs ? 'This home differs from the others.' : 'As for the whole site.'}{' '}
        <Link className="link" to="/admin/site#payment">
          Change it for all homes
        </Link>
      </p>
      <RecordForm
        intent="payment"
        version={versions.payment}
        fields={PROPERTY_PAYMENT_FIELDS}
        value={payment}
        summary="Change it for this home"
        anchor="change-payment"
        answer={answer}
      />
    </Card>
  )
}

export function CancellationSection({ settings, versions, answer }: SectionProps) {
  const { cancellation } = settings
  const value = typedCancellation(cancellation)
  const words = cancellationWords(cancellation)
  return (
    <Card anchor="cancellation" title="Cancellation policy">
      <p>
        Guests read: <q>{words}</q>
      </p>
      <RecordForm
        intent="cancellation"
        version={versions.cancellation}
        fields={cancellationFields(value.policy === 'own' ? words : undefined)}
        value={value}
        summary="Change the cancellation policy"
        anchor="change-cancellation"
        answer={answer}
        after={() => <p className="field-hint">Bookings keep the policy that they were made under.</p>}
      />
    </Card>
  )
}
