import type { z } from 'zod'
import type { PricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { itemsOf } from '#app/features/pricing/price-settings.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { lockNamedProperty, lookAtEdit, NO_PROPERTY, storeEdit, undoPriceChange } from '../change-prices.server.ts'
import { discountForm, feeForm, removalOf, taxForm } from '../forms/charge-forms.server.ts'
import { laterForm, laterRemoval } from '../forms/later-form.server.ts'
import { nightlyForm } from '../forms/nightly-form.server.ts'
import type { PriceForm } from '../forms/price-form.server.ts'
import { cancellationForm, paymentForm, questionForm, stayRulesForm } from '../forms/rule-forms.server.ts'
import { seasonForm, seasonRemoval } from '../forms/season-form.server.ts'
import { itemLines } from '../price-words.ts'
import { storedPriceFacts, storedPriceWords } from '../stored-prices.server.ts'
import type { PricePreview } from './price-preview.ts'
import { getRules, previewOf } from './sample-stays.server.ts'

/** Stores the changes of a form; or previews them. */
const change = <Form extends z.ZodType>({ form, change: read }: PriceForm<Form>) =>
  defineChange<'prices.changed', Form, PricedProperty, PricePreview>({
    scope: 'prices:write',
    name: 'prices.changed',
    words: storedPriceWords,
    facts: storedPriceFacts,
    undo: undoPriceChange,
    form,
    lock: lockNamedProperty,
    gone: NO_PROPERTY,
    version: ({ settings, timeZone }, input, { id }) => {
      const { key } = read(input, id || null)
      if (!key) return null
      const value = itemsOf(settings).get(key)
      return { value, lines: itemLines(key, value, settings.taxes), timeZone }
    },
    preview: async (posted, input) => {
      const { edit } = read(input, posted.id || null)
      const seen = await lookAtEdit(posted, edit, (tx, { id }) => getRules(tx, id))
      if (!seen.ok) return seen
      const { property, before, after } = seen
      const preview = before && after ? previewOf(posted.services, property, { before, after }) : undefined
      return { ...refuse('not-sent', ''), preview }
    },
    run: async (tx, input, { id, isConfirmed, subject: property }) => {
      const { edit } = read(input, id || null)
      const stored = await storeEdit(tx, { property, edit, isConfirmed })
      if (stored === null || 'ok' in stored) return stored
      return { subjectId: property.id, propertyIds: [property.id], ...stored }
    },
  })

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
