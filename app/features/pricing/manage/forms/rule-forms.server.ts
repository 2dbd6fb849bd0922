import { z } from 'zod'
import { POLICIES } from '#app/features/pricing/policies.ts'
import { questionSchema, type SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { PROPERTY_PAYMENT_FIELDS } from '#app/features/site/payment-terms.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { parsePercentChange } from '../price-change.ts'
import { cancellationFields, checkInDaysOf, minimumsOf, STAY_RULES_FIELDS } from './price-fields.ts'
import { priceForm } from './price-form.server.ts'

const GAP_PERCENT = 'Please enter a whole percentage from -90 to 300, such as 10 or -20'

const stayRules = formOf(STAY_RULES_FIELDS)
  .check(({ value: { gapPercent }, issues }) => {
    if (gapPercent === null || Number.isInteger(parsePercentChange(gapPercent))) return
    issues.push({ code: 'custom', path: ['gapPercent'], message: GAP_PERCENT, input: gapPercent })
  })
  .check(({ value: { minimumStay, minimums, maximumStay }, issues }) => {
    const least = Math.max(minimumStay, ...minimums.map(({ value }) => value))
    if (maximumStay === null || maximumStay >= least) return
    const message = `This must be at least the minimum stay, ${countOf(least, 'night')}`
    issues.push({ code: 'custom', path: ['maximumStay'], message, input: maximumStay })
  })
  .check(({ value: { gapMinimumStay, gapPercent }, issues }) => {
    if (gapPercent === null || gapMinimumStay !== null) return
    const message = 'Please enter the shortest stay in a gap, too'
    issues.push({ code: 'custom', path: ['gapMinimumStay'], message, input: '' })
  })
  .check(({ value: { bookingWindowDays, noticeDays }, issues }) => {
    if (bookingWindowDays === null || bookingWindowDays > noticeDays) return
    const message = `This must be more than the notice, ${countOf(noticeDays, 'day')}`
    issues.push({ code: 'custom', path: ['bookingWindowDays'], message, input: bookingWindowDays })
  })

/** Minimum and longest stay, arrival days, notice and window. */
export const stayRulesForm = priceForm(stayRules, ({ minimums, gapPercent, arrive, noticeUntilHour, ...rules }) => ({
  key: 'stayRules',
  edit: ({ settings }) => {
    const longer = settings.seasons.find((season) => isLonger(season, rules.maximumStay))
    if (longer) {
      const message = `${longer.name} has a longer minimum stay. Change that season first`
      return refuse('invalid-input', message, { maximumStay: message })
    }
    const wanted = {
      ...rules,
      gapPercent: gapPercent === null ? null : parsePercentChange(gapPercent),
      arrivalMinimums: minimumsOf(minimums),
      checkInDays: checkInDaysOf(arrive),
      noticeUntilHour: Number(noticeUntilHour),
    }
    return { ok: true, settings: { ...settings, stayRules: wanted } }
  },
}))

/** Whether a minimum stay of a season is longer than the longest stay. */
export const isLonger = (season: Pick<SeasonSettings, 'minimumStay' | 'arrivalMinimums'>, maximumStay: number | null) =>
  maximumStay !== null && [season, ...season.arrivalMinimums].some(({ minimumStay }) => minimumStay > maximumStay)

export const paymentForm = priceForm(formOf(PROPERTY_PAYMENT_FIELDS), (payment) => ({
  key: 'payment',
  edit: ({ settings }) => ({ ok: true, settings: { ...settings, payment } }),
}))

const cancellation = formOf(cancellationFields()).transform(({ policy, steps: typed }, { issues }) => {
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
    const others = settings.answeredQuestions.filter((other) => other !== question)
    return { ok: true, settings: { ...settings, answeredQuestions: [...others, question] } }
  },
}))
