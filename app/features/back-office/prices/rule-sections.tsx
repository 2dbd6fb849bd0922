import { Link } from 'react-router'
import { POLICIES, policyName } from '#app/features/pricing/policies.ts'
import { itemLines } from '#app/features/pricing/price-words.ts'
import { type PaymentSettings, paymentSettingLines } from '#app/features/site/payment-terms.ts'
import { cancellationWords } from '#app/shared/cancellation-policy.ts'
import { Lines } from '#app/ui/change-form.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FoldedForm, type FormFill } from '../folded-form.tsx'
import { FillArea, FillNumber } from '../form-parts.tsx'
import type { SectionProps } from './nightly-section.tsx'
import { PriceForm } from './price-form.tsx'
import { ArrivalDays } from './season-fields.tsx'
import { MinimumRows } from './weekday-rows.tsx'

const HOURS = Array.from({ length: 23 }, (_, at) => at + 1)

export function StayRulesSection({ settings, versions, answer }: SectionProps) {
  const { stayRules } = settings
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Stay rules</h2>
      <Lines lines={itemLines('stayRules', stayRules)} />
      <PriceForm
        intent="stay-rules"
        version={versions.stayRules}
        summary="Change stay rules"
        anchor="stay-rules"
        answer={answer}
      >
        {(fill) => (
          <>
            <FillNumber name="minimumStay" label="Minimum stay, in nights" stored={stayRules.minimumStay} fill={fill} />
            <MinimumRows minimums={stayRules.arrivalMinimums} fill={fill} />
            <ArrivalDays stored={stayRules.checkInDays ?? []} fill={fill} hint="None: on any day." />
            <FillNumber
              name="noticeDays"
              label="Notice, in days before check-in"
              stored={stayRules.noticeDays}
              fill={fill}
            />
            <SelectField
              label="Today counts as a day of notice until"
              name="noticeUntilHour"
              defaultValue={fill.text('noticeUntilHour', stayRules.noticeUntilHour)}
              error={fill.error('noticeUntilHour')}
            >
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>{`${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`}</option>
              ))}
              <option value={24}>midnight</option>
            </SelectField>
            <FillNumber
              name="bookingWindowDays"
              label="Booking window, in days ahead"
              hint="Empty: as far as the site allows."
              stored={stayRules.bookingWindowDays}
              fill={fill}
            />
          </>
        )}
      </PriceForm>
    </section>
  )
}

/** Where the home does not differ, it is as the site says. */
export function PaymentSection({ settings, versions, answer, ofSite }: SectionProps & { ofSite: PaymentSettings }) {
  const { payment } = settings
  const differs = payment.depositPercent !== null || payment.paymentText !== null
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
      <FoldedForm
        intent="payment"
        version={versions.payment}
        summary="Change it for this home"
        anchor="change-payment"
        answer={answer}
      >
        {(fill) => (
          <PaymentFields
            settings={payment}
            fill={fill}
            textHint="Empty: as for the whole site."
            percentHint="Empty: as for the whole site, days too. 100: everything is paid at once."
          />
        )}
      </FoldedForm>
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
      <FoldedForm
        intent="cancellation"
        version={versions.cancellation}
        summary="Change the cancellation policy"
        anchor="change-cancellation"
        answer={answer}
      >
        {(fill) => (
          <>
            <fieldset className="admin-choice policy-choice">
              <legend>Policy, and what guests read</legend>
              {Object.entries(POLICIES).map(([name, { label, steps }]) => (
                <label key={name}>
                  <input
                    type="radio"
                    name="policy"
                    value={name}
                    defaultChecked={fill.text('policy', chosen) === name}
                  />{' '}
                  <span>
                    {label} <span className="admin-detail">{cancellationWords(steps)}</span>
                  </span>
                </label>
              ))}
              <label>
                <input type="radio" name="policy" value="own" defaultChecked={fill.text('policy', chosen) === 'own'} />{' '}
                <span>
                  Your own
                  {chosen === 'own' && <span className="admin-detail">{cancellationWords(cancellation)}</span>}
                </span>
              </label>
            </fieldset>
            <fieldset className="policy-steps">
              <legend>Your own</legend>
              {[0, 1, 2].map((at) => (
                <div key={at} className="month-day">
                  <FillNumber
                    name={`step${at}-days`}
                    label="Days before check-in"
                    stored={chosen === 'own' ? (own[at]?.days ?? '') : ''}
                    fill={fill}
                  />
                  <FillNumber
                    name={`step${at}-percent`}
                    label="Percent back"
                    stored={chosen === 'own' ? (own[at]?.percent ?? '') : ''}
                    fill={fill}
                  />
                </div>
              ))}
            </fieldset>
            <p className="field-hint">Bookings keep the policy that they were made under.</p>
          </>
        )}
      </FoldedForm>
    </section>
  )
}

type PaymentFieldsProps = { settings: PaymentSettings; fill: FormFill; textHint: string; percentHint: string }

/** How guests pay, deposit and balance: of the site or of a home. */
function PaymentFields({ settings, fill, textHint, percentHint }: PaymentFieldsProps) {
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
