import { z } from 'zod'
import {
  addPromoCode,
  changePromoCode,
  endPromoCode,
  type ListedPromo,
  listPromoCodes,
  type PromoOutcome,
} from '#app/features/pricing/manage-promo-codes.server.ts'
import { promoInputSchema, promoOf } from '#app/features/pricing/promo-input.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import { type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric, formatMoney, percentWords } from '#app/shared/money.ts'
import type { ShownCode } from './codes.ts'

/** The codes with their use and what they brought, the newest first, and the homes that one can be for. */
export async function getCodesPage(services: Services) {
  const { homes, today } = await readHomes(services)
  const codes = await listPromoCodes(services)
  return { codes: codes.map((code) => shownCode(code, today)).reverse(), homes }
}

function shownCode(promo: ListedPromo, today: IsoDate): ShownCode {
  const { percent, amount, endedAt, ...code } = promo
  return {
    ...code,
    off: percent === null ? formatMoney(centsFromNumeric(amount ?? '0')) : percentWords(percent),
    typedOff: percent === null ? String(Number(amount)) : percentWords(percent),
    state: stateOf(promo, today),
  }
}

function stateOf({ endedAt, bookFrom, bookUntil, useLimit, uses }: ListedPromo, today: IsoDate): ShownCode['state'] {
  if (endedAt || (bookUntil && bookUntil < today)) return 'ended'
  if (useLimit !== null && uses >= useLimit) return 'used-up'
  return bookFrom && bookFrom > today ? 'waiting' : 'valid'
}

const REFUSED = {
  'no-such-property': { status: 400, message: 'There is no such home.', field: 'property' },
  'known-already': {
    status: 409,
    message: 'There is already a code with this name, and a name can’t be used again. Please choose another.',
    field: 'code',
  },
  'not-found': { status: 404, message: 'There is no such code.', field: undefined },
  'changed-since': {
    status: 409,
    message:
      'Somebody changed this code while you were typing. The list shows theirs, and yours is still in the form: save it again to replace theirs.',
    field: undefined,
  },
}

const refused = (status: number, code: string, message: string, field?: string) => {
  return { ok: false as const, status, problem: { code, message, fields: field ? { [field]: message } : undefined } }
}

function answerOf(outcome: PromoOutcome) {
  if (outcome.ok) return { ok: true as const, id: outcome.changeId ?? undefined }
  const { status, message, field } = REFUSED[outcome.reason]
  return refused(status, outcome.reason, message, field)
}

async function readHomes({ db, clock }: Services) {
  const homes = await db
    .select({ slug: properties.slug, name: properties.name, timeZone: properties.timeZone })
    .from(properties)
    .orderBy(properties.displayOrder, properties.name)
  return { homes, today: dateInZone(clock.now(), homes[0]?.timeZone ?? 'UTC') }
}

/** Runs a form of the codes page by its `intent`; null if it names none. */
export function answerCodeForm(
  services: Services,
  { form: posted, by }: { form: FormData; by: Operator },
): Promise<{ ok: true; id?: string } | FormRefusal> | null {
  const form = new FormData()
  for (const [name, value] of posted) if (value !== '') form.append(name, value)
  const intent = form.get('intent')
  if (intent === 'end-code') {
    return runFormAction(
      form,
      z.object({ code: boundedText(100) }),
      async ({ code }) => ({ ok: true as const, id: (await endPromoCode(services, { code, by }))?.changeId }),
      services.log,
    )
  }
  if (intent !== 'code') return null
  const version = String(form.get('version') ?? '')
  // The name of a code that is changed is its id.
  const id = form.get('id')
  if (typeof id === 'string') form.set('code', id)
  return runFormAction(
    form,
    promoInputSchema,
    async (typed) => {
      const promo = { ...promoOf(typed), by }
      if (id !== null) return answerOf(await changePromoCode(services, { ...promo, version }))
      const { today } = await readHomes(services)
      if (typed.until && typed.until < today) {
        return refused(400, 'passed', 'This day has passed: nobody could book with the code.', 'until')
      }
      return answerOf(await addPromoCode(services, promo))
    },
    services.log,
  )
}
