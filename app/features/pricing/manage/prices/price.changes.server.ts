import type { z } from 'zod'
import { getPricedHome } from '#app/features/pricing/price-settings.server.ts'
import type { Change, Refusal, Shown } from '#app/platform/change/change.server.ts'
import { type ChangeOutcome, changePrices, lookAtChange } from '../change-prices.server.ts'
import { discountForm, feeForm, removalOf, taxForm } from '../forms/charge-forms.server.ts'
import { laterForm, laterRemoval } from '../forms/later-form.server.ts'
import { nightlyForm } from '../forms/nightly-form.server.ts'
import type { PriceForm } from '../forms/price-form.server.ts'
import { cancellationForm, paymentForm, questionForm, stayRulesForm } from '../forms/rule-forms.server.ts'
import { seasonForm, seasonRemoval } from '../forms/season-form.server.ts'
import type { PricePreview } from './price-preview.ts'
import { previewOf, readRules } from './sample-stays.server.ts'

/** Stores what a form changes; or shows what it would change. */
const change = <Form extends z.ZodType>({ form, change: read }: PriceForm<Form>): Change<Form, PricePreview> => ({
  form,
  run: async ({ services, by, params, id, version, isConfirmed, isPreview }, input) => {
    const home = await getPricedHome(services, params.slug ?? '')
    if (!home) return refusalOf({ ok: false, reason: 'not-found' })
    const { key, edit } = read(input, id || null)
    const about = { propertyId: home.id, by, edit }
    if (!isPreview) {
      const shown = key ? { key, version } : null
      const outcome = await changePrices(services, { ...about, shown, confirmed: isConfirmed })
      return outcome.ok ? { ok: true, id: outcome.changeId } : refusalOf(outcome)
    }
    const seen = await lookAtChange(services, about, (tx) => readRules(tx, home.id))
    if (!seen.ok) return refusalOf(seen)
    const { before, after } = seen
    const preview = before && after ? previewOf(services, home, { before, after }) : undefined
    return { ok: false, status: 200, preview }
  },
})

function refusalOf(outcome: Exclude<ChangeOutcome, { ok: true }>): Refusal | Shown<PricePreview> {
  if (outcome.reason === 'not-found') return { ok: false, status: 404, message: 'There is no such home.' }
  if (outcome.reason === 'asked') return { ok: false, status: 409, asks: outcome.questions }
  if (outcome.reason === 'changed-since') return { ok: false, status: 409, message: outcome.message }
  return { ok: false, status: 400, message: outcome.message, fields: outcome.fields }
}

/** What the prices page of a home changes. */
export const priceChanges = {
  nightly: change(nightlyForm),
  season: change(seasonForm),
  'remove-season': change(seasonRemoval),
  fee: change(feeForm),
  'remove-fee': change(removalOf('fees')),
  tax: change(taxForm),
  'remove-tax': change(removalOf('taxes')),
  discount: change(discountForm),
  'remove-discount': change(removalOf('discounts')),
  'stay-rules': change(stayRulesForm),
  payment: change(paymentForm),
  cancellation: change(cancellationForm),
  question: change(questionForm),
  later: change(laterForm),
  'remove-later': change(laterRemoval),
}
