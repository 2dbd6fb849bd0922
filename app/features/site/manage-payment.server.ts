import { site } from '#app/platform/db/schema.server.ts'
import { type FieldReader, formSchema, optionalField, wholeField } from '#app/platform/http/form-fields.server.ts'
import { optionalText } from '#app/shared/typed-input.ts'
import { type PaymentSettings, paymentSettingLines } from './payment-terms.ts'
import { sitePart } from './site-part.server.ts'

/** The form of the site, or of a home that differs; `highest` is the largest deposit in percent. */
export function readPayment(read: FieldReader, highest: 99 | 100): PaymentSettings {
  const long = { max: 1000, tooLong: 'Please keep this to 1,000 characters' }
  const paymentText = read.field('paymentText', optionalText(long)) ?? null
  const depositPercent = read.field('depositPercent', optionalField(wholeField(1, highest)))
  const depositDays = read.field('depositDays', wholeField(0, 60))
  return { depositPercent, depositDays, balanceDays: read.field('balanceDays', wholeField(0, 365)), paymentText }
}

/** How guests of the site pay. */
export const {
  get: getSitePayment,
  save: saveSitePayment,
  undo: undoSitePayment,
} = sitePart<PaymentSettings>({
  columns: {
    paymentText: site.paymentText,
    depositPercent: site.depositPercent,
    depositDays: site.depositDays,
    balanceDays: site.balanceDays,
  },
  schema: formSchema((read) => readPayment(read, 99)),
  lines: paymentSettingLines,
  action: 'site.payment-changed',
})
