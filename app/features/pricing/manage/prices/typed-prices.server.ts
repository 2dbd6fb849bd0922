import { parseWithZod } from '@conform-to/zod/v4'
import type { PricedProperty } from '#app/features/pricing/price-settings.server.ts'
import type { PriceSettings } from '#app/features/pricing/price-settings.ts'
import { isReadable } from '#app/platform/change/change.server.ts'
import { discountForm, feeForm, taxForm } from '../forms/charge-forms.server.ts'
import { laterForm } from '../forms/later-form.server.ts'
import { nightlyForm } from '../forms/nightly-form.server.ts'
import type { PriceForm } from '../forms/price-form.server.ts'
import { seasonForm } from '../forms/season-form.server.ts'

const FORMS: Record<string, PriceForm> = {
  nightly: nightlyForm,
  season: seasonForm,
  later: laterForm,
  fee: feeForm,
  tax: taxForm,
  discount: discountForm,
}

/** The settings of a home with what is typed in a form of its prices. Null while that cannot be saved. */
export function typedSettings(property: PricedProperty, query: URLSearchParams): PriceSettings | null {
  const intent = query.get('intent') ?? ''
  const found = Object.hasOwn(FORMS, intent) ? FORMS[intent] : undefined
  const form = new FormData()
  for (const [name, value] of query) form.append(name, value)
  if (!found || !isReadable(form)) return null
  const typed = parseWithZod(form, { schema: found.form, disableAutoCoercion: true })
  if (typed.status !== 'success') return null
  const edited = found.change(typed.value, query.get('id') || null).edit(property)
  return edited.ok ? edited.settings : null
}
