import { z } from 'zod'
import type { Change, Done, Refusal } from '#app/platform/change/change.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { readHomes } from './codes.server.ts'
import { addPromoCode, changePromoCode, endPromoCode, type PromoOutcome } from './manage-promo-codes.server.ts'
import { promoInputSchema, promoOf } from './promo-input.server.ts'

type Typed = Partial<Record<keyof z.input<typeof promoInputSchema> | 'id', string>>

/** What is empty sets no limit. The name of a code that is changed is its id. */
const typedCode = z.preprocess(({ id, ...typed }: Typed) => {
  const filled = Object.entries({ ...typed, code: id || typed.code }).filter(([, text]) => text !== '')
  return Object.fromEntries(filled)
}, promoInputSchema)
const ofOne = z.object({ id: boundedText(100) })

const PASSED = 'This day has passed: nobody could book with the code.'
const REFUSED = {
  'no-such-property': { status: 400, message: 'There is no such home.', fields: ['property'] },
  'known-already': {
    status: 409,
    message: 'There is already a code with this name, and a name can’t be used again. Please choose another.',
    fields: ['code'],
  },
  'not-found': { status: 404, message: 'There is no such code.', fields: [] },
  'changed-since': {
    status: 409,
    message:
      'Somebody changed this code while you were typing. The list shows theirs, and yours is still in the form: save it again to replace theirs.',
    fields: [],
  },
}

function answerOf(outcome: PromoOutcome): Done | Refusal {
  if (outcome.ok) return { ok: true, id: outcome.changeId }
  const { status, message, fields } = REFUSED[outcome.reason]
  return { ok: false, status, message, fields: Object.fromEntries(fields.map((field) => [field, message])) }
}

/** What the page of the promo codes changes. */
export const codeChanges = {
  /** Adds a code, or changes the one that has the `id`. */
  code: {
    form: typedCode,
    run: async ({ services, by, id, version }, typed) => {
      const promo = { ...promoOf(typed), by }
      if (id) return answerOf(await changePromoCode(services, { ...promo, version }))
      const { today } = await readHomes(services)
      if (typed.until && typed.until < today)
        return { ok: false, status: 400, message: PASSED, fields: { until: PASSED } }
      return answerOf(await addPromoCode(services, promo))
    },
  } satisfies Change<typeof typedCode>,
  'end-code': {
    form: ofOne,
    run: async ({ services, by }, { id }) => ({
      ok: true,
      id: (await endPromoCode(services, { code: id, by }))?.changeId,
    }),
  } satisfies Change<typeof ofOne>,
}
