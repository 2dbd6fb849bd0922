import { z } from 'zod'
import type { PaymentSettings } from '#app/features/site/payment-terms.ts'
import { type FieldReader, formSchema, optionalField, wholeField } from '#app/platform/http/form-fields.server.ts'
import { type CancellationPolicy, cancellationWords } from '#app/shared/cancellation-policy.ts'
import { optionalText } from '#app/shared/typed-input.ts'
import { countOf } from '#app/shared/words.ts'
import { POLICIES, type PolicyName } from '../policies.ts'
import { questionSchema } from '../price-settings.ts'
import type { PriceForm } from './price-form.server.ts'
import { checkedDays, minimumRows } from './weekday-fields.server.ts'

/** Minimum stay, arrival days, notice and window. */
export const stayRulesForm = formSchema((read): PriceForm => {
  const minimumStay = read.field('minimumStay', wholeField(1, 365))
  const days = checkedDays(read, 'arrive')
  const noticeDays = read.field('noticeDays', wholeField(0, 365))
  const noticeUntilHour = read.field('noticeUntilHour', wholeField(1, 24))
  const bookingWindowDays = read.field('bookingWindowDays', optionalField(wholeField(1, 1095)))
  const arrivalMinimums = minimumRows(read)
  if (bookingWindowDays !== null && bookingWindowDays <= noticeDays) {
    read.wrong('bookingWindowDays', `This must be more than the notice, ${countOf(noticeDays, 'day')}`)
  }
  const stayRules = {
    minimumStay,
    arrivalMinimums,
    checkInDays: days.length === 0 || days.length === 7 ? null : days,
    noticeDays,
    noticeUntilHour,
    bookingWindowDays,
  }
  return { key: 'stayRules', edit: ({ settings }) => ({ ok: true, settings: { ...settings, stayRules } }) }
})

function readPayment(read: FieldReader): PaymentSettings {
  const long = { max: 1000, tooLong: 'Please keep this to 1,000 characters' }
  const paymentText = read.field('paymentText', optionalText(long)) ?? null
  const depositPercent = read.field('depositPercent', optionalField(wholeField(1, 100)))
  const depositDays = read.field('depositDays', wholeField(0, 60))
  return { depositPercent, depositDays, balanceDays: read.field('balanceDays', wholeField(0, 365)), paymentText }
}

export const paymentForm = formSchema((read): PriceForm => {
  const payment = readPayment(read)
  return { key: 'payment', edit: ({ settings }) => ({ ok: true, settings: { ...settings, payment } }) }
})

const STEPS = [0, 1, 2]

function ownSteps(read: FieldReader): CancellationPolicy {
  const steps = STEPS.filter((at) => read.texts[`step${at}-days`]?.trim() || read.texts[`step${at}-percent`]?.trim())
    .map((at) => ({
      days: read.field(`step${at}-days`, wholeField(0, 365)),
      percent: read.field(`step${at}-percent`, wholeField(1, 100)),
    }))
    .toSorted((a, b) => b.days - a.days)
  const isWrong = steps.some(({ days, percent }, at) => {
    const earlier = steps[at - 1]
    return earlier !== undefined && (earlier.days === days || earlier.percent <= percent)
  })
  if (isWrong) read.wrong('step0-days', 'Each later deadline must return less than the one before it')
  return steps
}

const policyNames = [...(Object.keys(POLICIES) as PolicyName[]), 'own'] as const
/** The steps of the chosen policy; null for an own one. */
const policyField = z
  .enum(policyNames, { error: 'Please choose a policy' })
  .transform((name): CancellationPolicy | null => (name === 'own' ? null : POLICIES[name].steps))

export const cancellationForm = formSchema((read): PriceForm => {
  const chosen = read.field('policy', policyField)
  const cancellation = chosen ?? ownSteps(read)
  const questions = chosen === null && cancellation.length === 0 ? [`Guests will read: ${cancellationWords([])}`] : []
  return {
    key: 'cancellation',
    edit: ({ settings }) => ({ ok: true, settings: { ...settings, cancellation }, questions }),
  }
})

/** The answer to a question that needs no change. */
export const questionForm = formSchema((read): PriceForm => {
  const question = read.field('question', questionSchema)
  return {
    key: null,
    edit: ({ settings }) => {
      const others = settings.settledQuestions.filter((other) => other !== question)
      return { ok: true, settings: { ...settings, settledQuestions: [...others, question] } }
    },
  }
})
