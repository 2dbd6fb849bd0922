import { z } from 'zod'
import { POLICIES, type PolicyName } from '#app/features/pricing/policies.ts'
import { questionSchema, type SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { PROPERTY_PAYMENT_FIELDS } from '#app/features/site/payment-terms.ts'
import { optionalField, wholeField } from '#app/platform/change/fields.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { parsePercentChange } from '../price-change.ts'
import { priceForm } from './price-form.server.ts'
import { daysField, minimumRows } from './weekday-fields.server.ts'

const GAP_PERCENT = 'Please enter a whole percentage from -90 to 300, such as 10 or -20'

/** The percentage by which the nights of a gap cost more, or less. */
const gapPercent = boundedText(10, GAP_PERCENT).transform((text, { issues }) => {
  const percent = parsePercentChange(text)
  if (percent === null || !Number.isInteger(percent)) {
    issues.push({ code: 'custom', message: GAP_PERCENT, input: text })
  }
  return percent ?? 0
})

const stayRules = z
  .object({
    minimumStay: wholeField(1, 365),
    minimums: minimumRows,
    maximumStay: optionalField(wholeField(1, 365)),
    gapMinimumStay: optionalField(wholeField(1, 365)),
    gapPercent: optionalField(gapPercent),
    arrive: daysField,
    noticeDays: wholeField(0, 365),
    noticeUntilHour: wholeField(1, 24),
    bookingWindowDays: optionalField(wholeField(1, 1095)),
  })
  .check(({ value: { minimumStay, minimums, maximumStay }, issues }) => {
    const least = Math.max(minimumStay, ...minimums.map((row) => row.minimumStay))
    if (maximumStay === undefined || maximumStay >= least) return
    const message = `This must be at least the minimum stay, ${countOf(least, 'night')}`
    issues.push({ code: 'custom', path: ['maximumStay'], message, input: maximumStay })
  })
  .check(({ value: { gapMinimumStay, gapPercent: percent }, issues }) => {
    if (percent === undefined || gapMinimumStay !== undefined) return
    const message = 'Please enter the shortest stay in a gap, too'
    issues.push({ code: 'custom', path: ['gapMinimumStay'], message, input: '' })
  })
  .check(({ value: { bookingWindowDays, noticeDays }, issues }) => {
    if (bookingWindowDays === undefined || bookingWindowDays > noticeDays) return
    const message = `This must be more than the notice, ${countOf(noticeDays, 'day')}`
    issues.push({ code: 'custom', path: ['bookingWindowDays'], message, input: bookingWindowDays })
  })

/** Minimum and longest stay, arrival days, notice and window. */
export const stayRulesForm = priceForm(
  stayRules,
  ({ minimums, maximumStay = null, gapMinimumStay = null, arrive, bookingWindowDays = null, ...rules }) => ({
    key: 'stayRules',
    edit: ({ settings }) => {
      const longer = settings.seasons.find((season) => isLonger(season, maximumStay))
      if (longer) {
        const message = `${longer.name} has a longer minimum stay. Change that season first`
        return refuse('invalid-input', message, { maximumStay: message })
      }
      const checkInDays = arrive.length === 0 || arrive.length === 7 ? null : arrive
      const own = { maximumStay, gapMinimumStay, gapPercent: rules.gapPercent ?? null, bookingWindowDays }
      const wanted = { ...rules, ...own, arrivalMinimums: minimums, checkInDays }
      return { ok: true, settings: { ...settings, stayRules: wanted } }
    },
  }),
)

/** Whether a minimum stay of a season is longer than the longest stay. */
export const isLonger = (season: Pick<SeasonSettings, 'minimumStay' | 'arrivalMinimums'>, maximumStay: number | null) =>
  maximumStay !== null && [season, ...season.arrivalMinimums].some(({ minimumStay }) => minimumStay > maximumStay)

export const paymentForm = priceForm(formOf(PROPERTY_PAYMENT_FIELDS), (payment) => ({
  key: 'payment',
  edit: ({ settings }) => ({ ok: true, settings: { ...settings, payment } }),
}))

const policyNames = [...(Object.keys(POLICIES) as PolicyName[]), 'own'] as const

/** The rows with a value, the earliest deadline first. */
const steps = z
  .array(z.object({ days: optionalField(wholeField(0, 365)), percent: optionalField(wholeField(1, 100)) }))
  .max(3)
  .default([])

const cancellation = z
  .object({ policy: z.enum(policyNames, { error: 'Please choose a policy' }), steps })
  .transform(({ policy, steps: typed }, { issues }) => {
    if (policy !== 'own') return { policy, steps: POLICIES[policy].steps }
    const wrong = (path: PropertyKey[], message: string) =>
      issues.push({ code: 'custom', path: ['steps', ...path], message, input: typed })
    const own = typed.flatMap(({ days, percent }, at) => {
      if (days !== undefined && percent !== undefined) return [{ days, percent }]
      if (days !== undefined) wrong([at, 'percent'], 'Please enter a whole number from 1 to 100')
      if (percent !== undefined) wrong([at, 'days'], 'Please enter a whole number from 0 to 365')
      return []
    })
    const sorted = own.toSorted((a, b) => b.days - a.days)
    const isWrong = sorted.some(({ days, percent }, at) => {
      const earlier = sorted[at - 1]
      return earlier !== undefined && (earlier.days === days || earlier.percent <= percent)
    })
    if (isWrong) wrong([0, 'days'], 'Each later deadline must return less than the one before it')
    return { policy, steps: sorted }
  })

export const cancellationForm = priceForm(cancellation, ({ policy, steps: chosen }) => ({
  key: 'cancellation',
  edit: ({ settings }) => {
    const questions = policy === 'own' && chosen.length === 0 ? [`Guests will read: ${cancellationWords([])}`] : []
    return { ok: true, settings: { ...settings, cancellation: chosen }, questions }
  },
}))

/** The answer to a question that needs no change. */
export const questionForm = priceForm(z.object({ question: questionSchema }), ({ question }) => ({
  key: null,
  edit: ({ settings }) => {
    const others = settings.settledQuestions.filter((other) => other !== question)
    return { ok: true, settings: { ...settings, settledQuestions: [...others, question] } }
  },
}))
