import type { z } from 'zod'
import { type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type ChangeOutcome, changePrices, type PriceChange } from '../change-prices.server.ts'
import { discountForm, feeForm, removalOf, taxForm } from './charge-forms.server.ts'
import { laterForm, laterRemoval } from './later-form.server.ts'
import { nightlyForm } from './nightly-form.server.ts'
import type { PriceForm } from './price-form.server.ts'
import { cancellationForm, paymentForm, questionForm, stayRulesForm } from './rule-forms.server.ts'
import { seasonForm, seasonRemoval } from './season-form.server.ts'

/** The forms of the prices page, by the `intent` that they post. */
const FORMS: Record<string, z.ZodType<PriceForm>> = {
  nightly: nightlyForm,
  season: seasonForm,
  'remove-season': seasonRemoval,
  fee: feeForm,
  'remove-fee': removalOf('fees'),
  tax: taxForm,
  'remove-tax': removalOf('taxes'),
  discount: discountForm,
  'remove-discount': removalOf('discounts'),
  'stay-rules': stayRulesForm,
  payment: paymentForm,
  cancellation: cancellationForm,
  question: questionForm,
  later: laterForm,
  'remove-later': laterRemoval,
}

const refused = (status: number, message: string, fields?: Record<string, string>) => {
  return { ok: false as const, status, problem: { code: 'refused', message, fields } }
}

/** A refused change as the answer to its form. With the field `confirmed`, pressing "Save anyway" answers it. */
export function problemOfChange(outcome: Exclude<ChangeOutcome, { ok: true }>) {
  if (outcome.reason === 'not-found') return refused(404, 'There is no such home.')
  if (outcome.reason === 'asked') return refused(409, outcome.questions.join('\n'), { confirmed: 'asked' })
  if (outcome.reason === 'changed-since') return refused(409, outcome.message)
  return refused(400, outcome.message, outcome.fields)
}

type Posted = { propertyId: string; form: FormData; by: Operator }
type Ready = Pick<PriceChange, 'propertyId' | 'by' | 'edit' | 'shown' | 'confirmed'>

/** Parses the form that a prices page posted and passes its change to `accept`; null if it names no form. */
export function runPriceForm(
  services: Services,
  { propertyId, form, by }: Posted,
  accept: (change: Ready) => Promise<ChangeOutcome>,
): Promise<{ ok: true; id?: string } | FormRefusal> | null {
  const intent = String(form.get('intent') ?? '')
  const schema = Object.hasOwn(FORMS, intent) ? FORMS[intent] : undefined
  if (!schema) return null
  const version = String(form.get('version') ?? '')
  const confirmed = form.get('confirmed') === 'yes'
  return runFormAction(
    form,
    schema,
    async ({ key, edit }) => {
      const shown = key ? { key, version } : null
      const outcome = await accept({ propertyId, by, edit, shown, confirmed })
      return outcome.ok ? { ok: true as const, id: outcome.changeId ?? undefined } : problemOfChange(outcome)
    },
    services.log,
  )
}

/** Stores what a form of the prices page changes. */
export const savePriceForm = (services: Services, posted: Posted) =>
  runPriceForm(services, posted, (change) => changePrices(services, change))
