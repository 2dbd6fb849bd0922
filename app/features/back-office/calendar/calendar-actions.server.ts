import { z } from 'zod'
import {
  type Accepted,
  type FormRefusal,
  type ProblemRefusal,
  runFormAction,
} from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import { MOST_PROPERTIES } from './calendar-address.ts'
import { CHANGES, type ChangeDraft, choiceProblem, PRICE_CHANGES, readChange } from './change-form.ts'
import { changeNights } from './change-nights.server.ts'
import { type PropertyPlan, WEEKDAY_CHOICES } from './plan-change.ts'
import { planLine } from './plan-words.ts'
import { removeBlock } from './undo-night-changes.server.ts'

const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as [Key, ...Key[]]
const slugs = boundedText(20_000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string().max(200)).max(MOST_PROPERTIES))
const date = (message: string) => boundedText(10).refine(isIsoDate, message)

/** The form of the sheet. The fields of the other changes are empty or absent. */
const changeSchema = (maxStayNights: number) =>
  z
    .object({
      homes: slugs.refine((list) => list.length > 0, 'Please choose a home'),
      included: slugs,
      first: date('Please choose the first night'),
      last: date('Please choose the last night'),
      only: z.enum(keysOf(WEEKDAY_CHOICES)).default('all'),
      what: z.enum(keysOf(CHANGES), { error: 'Please choose what to do' }),
      note: boundedText(500, 'Please keep this to 500 characters').default(''),
      how: z.enum(keysOf(PRICE_CHANGES)).default('set'),
      amount: boundedText(20, 'Please enter an amount').default(''),
      reason: boundedText(100, 'Please keep this to 100 characters').default(''),
      minimumStay: boundedText(10, 'Please enter a number of nights').default(''),
      seen: boundedText(20).default(''),
      seenWords: boundedText(20_000).default(''),
    })
    .transform(({ first, last, only, homes, ...input }, context) => {
      const fail = (field: string, message: string) => {
        context.addIssue({ code: 'custom', path: [field], message })
        return z.NEVER
      }
      const problem = choiceProblem(first, last)
      if (problem) return fail('last', problem)
      const read = readChange({ ...input, only } satisfies ChangeDraft, maxStayNights)
      if (!read.ok) return fail(read.field, read.message)
      const { included, seen, seenWords } = input
      return { slugs: homes, included, choice: { first, last, only }, change: read.change, seen, seenWords }
    })

type About = { form: FormData; by: Operator }
type Answer = Promise<Accepted | FormRefusal>

const refused = (status: number, message: string): ProblemRefusal => {
  return { ok: false, status, problem: { code: 'refused', message } }
}

function change(services: Services, { form, by }: About): Answer {
  // Without script each home is a field of its own.
  form.set('homes', form.getAll('homes').join(','))
  return runFormAction(
    form,
    changeSchema(services.config.maxStayNights),
    async ({ seenWords, ...input }) => {
      const outcome = await changeNights(services, { ...input, by })
      if (outcome.ok) return { ok: true as const, id: outcome.auditId }
      if (outcome.reason === 'not-found') return refused(404, 'One of these homes is gone. Please choose again.')
      if (outcome.reason === 'changed-meanwhile') return refused(409, changedMeanwhile(seenWords, outcome.plans))
      return refused(409, `Nothing was changed: ${outcome.leftOut}.`)
    },
    services.log,
  )
}

function changedMeanwhile(seenWords: string, plans: readonly PropertyPlan[]): string {
  const seen = seenWords ? ` You saw ${seenWords}.` : ''
  return `Somebody changed these nights while you looked, so nothing was saved.${seen} Now it is ${planLine(plans)}. Save again if that is right.`
}

async function remove(services: Services, { form, by }: About): Answer {
  return runFormAction(
    form,
    z.object({ id: boundedText(100) }),
    async ({ id }) => {
      const auditId = await removeBlock(services, { id, by })
      return auditId ? { ok: true as const, id: auditId } : refused(404, 'This block is gone already.')
    },
    services.log,
  )
}

const INTENTS: Record<string, (services: Services, about: About) => Answer> = { change, 'remove-block': remove }

/** Runs the action that a form of the calendar posts; null if it names none. */
export function runCalendarAction(services: Services, about: About): Answer | null {
  const intent = about.form.get('intent')
  const run = typeof intent === 'string' && Object.hasOwn(INTENTS, intent) ? INTENTS[intent] : undefined
  return run ? run(services, about) : null
}
