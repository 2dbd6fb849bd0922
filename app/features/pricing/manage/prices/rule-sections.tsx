import { Link } from 'react-router'
import { POLICIES, policyName } from '#app/features/pricing/policies.ts'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { type PaymentSettings, PROPERTY_PAYMENT_FIELDS, paymentSettingLines } from '#app/features/site/payment-terms.ts'
import { ChangeForm, FormNumber, FormSelect, FormText, Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { itemLines, paymentDiffers } from '../price-words.ts'
import type { SectionProps } from './nightly-section.tsx'
import { PREVIEW_BUTTON, Preview, type PriceChanges, type PriceFields } from './price-form.tsx'
import type { PricePreview } from './price-preview.ts'
import { ArrivalDays, MinimumRows, storedMinimums } from './weekday-rows.tsx'

const HOURS = Array.from({ length: 24 }, (_, at): [string, string] => {
  const hour = at + 1
  return [String(hour), hour === 24 ? 'midnight' : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`]
})

export function StayRulesSection({ settings, versions, answer }: SectionProps) {
  const { stayRules } = settings
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Stay rules</h2>
      <Lines lines={itemLines('stayRules', stayRules)} />
      <ChangeForm<PriceChanges, PricePreview>
        intent="stay-rules"
        version={versions.stayRules}
        stored={{
          ...stayRules,
          minimums: storedMinimums(stayRules.arrivalMinimums),
          arrive: stayRules.checkInDays,
        }}
        summary="Change stay rules"
        anchor="stay-rules"
        answer={answer}
        beside={PREVIEW_BUTTON}
      >
        {(fields, own) => (
          <>
            <FormNumber field={fields.minimumStay} label="Minimum stay, in nights" />
            <MinimumRows field={fields.minimums} />
            <FormNumber
              field={fields.maximumStay}
              label="Longest stay, in nights"
              hint="Empty: as long as the site allows."
            />
            <FormNumber
              field={fields.gapMinimumStay}
              label="Shortest stay in a gap, in nights"
              hint="A stay that fills the nights between two others may be that short. Empty: the minimum stay counts there, too."
            />
            <FormText
              field={fields.gapPercent}
              label="Change of the price in a gap, in percent"
              hint="-20 makes its nights cheaper, 10 dearer. Empty: they cost the same."
            />
            <ArrivalDays field={fields.arrive} hint="None: on any day." />
            <FormNumber field={fields.noticeDays} label="Notice, in days before check-in" />
            <FormSelect field={fields.noticeUntilHour} label="Today counts as a day of notice until" options={HOURS} />
            <FormNumber
              field={fields.bookingWindowDays}
              label="Booking window, in days ahead"
              hint="Empty: as far as the site allows."
            />
            <Preview preview={own?.preview} />
          </>
        )}
      </ChangeForm>
    </section>
  )
}

/** Unless the home differs, the settings of the site apply. */
export function PaymentSection({ settings, versions, answer, ofSite }: SectionProps & { ofSite: PaymentSettings }) {
  const { payment } = settings
  const differs = paymentDiffers(payment)
  return (
    <section aria-labelledby="payment">
      <h2 id="payment">How guests pay</h2>
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
    </section>
  )
}

export function CancellationSection({ settings, versions, answer }: SectionProps) {
  const { cancellation } = settings
  const chosen = policyName(cancellation)
  const own = cancellation.toSorted((a, b) => b.days - a.days)
  return (
    <section aria-labelledby="cancellation">
      <h2 id="cancellation">Cancellation policy</h2>
      <p>
        Guests read: <q>{cancellationWords(cancellation)}</q>
      </p>
      <ChangeForm<PriceChanges, PricePreview>
        intent="cancellation"
        version={versions.cancellation}
        stored={{ policy: chosen, steps: [0, 1, 2].map((at) => (chosen === 'own' && own[at]) || {}) }}
        summary="Change the cancellation policy"
        anchor="change-cancellation"
        answer={answer}
      >
        {(fields) => (
          <>
            <fieldset className="admin-choice policy-choice">
              <legend>Policy, and what guests read</legend>
              {Object.entries(POLICIES).map(([name, { label, steps }]) => (
                <PolicyChoice
                  key={name}
                  field={fields.policy}
                  value={name}
                  label={label}
                  words={cancellationWords(steps)}
                />
              ))}
              <PolicyChoice
                field={fields.policy}
                value="own"
                label="Your own"
                words={chosen === 'own' ? cancellationWords(cancellation) : null}
              />
            </fieldset>
            <fieldset className="policy-steps">
              <legend>Your own</legend>
              {fields.steps.getFieldList().map((step) => (
                <div key={step.key} className="policy-step">
                  <FormNumber field={step.getFieldset().days} label="Days before check-in" />
                  <FormNumber field={step.getFieldset().percent} label="Percent back" />
                </div>
              ))}
            </fieldset>
            <p className="field-hint">Bookings keep the policy that they were made under.</p>
          </>
        )}
      </ChangeForm>
    </section>
  )
}

type PolicyProps = { field: PriceFields<'cancellation'>['policy']; value: string; label: string; words: string | null }

function PolicyChoice({ field, value, label, words }: PolicyProps) {
  return (
    <label>
      <input type="radio" name={field.name} value={value} defaultChecked={field.initialValue === value} />{' '}
      <span>
        {label} {words && <span className="admin-detail max-w-(--measure)">{words}</span>}
      </span>
    </label>
  )
}
