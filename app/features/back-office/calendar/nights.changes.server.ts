import { z } from 'zod'
import type { Change, Refusal } from '#app/platform/change/change.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import { MOST_PROPERTIES } from './calendar-address.ts'
import { CHANGES, choiceProblem, PRICE_CHANGES, readChange } from './change-form.ts'
import { changeNights } from './change-nights.server.ts'
import { type PropertyPlan, WEEKDAY_CHOICES } from './plan-change.ts'
import { planLine } from './plan-words.ts'
import { removeBlock } from './undo-night-changes.server.ts'

const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as [Key, ...Key[]]
/** With script the homes come in one field, without it each in its own. */
const slugs = z
  .union([boundedText(20_000).transform((text) => text.split(',')), z.array(z.string().max(200))])
  .default([])
  .transform((list) => list.filter(Boolean))
  .pipe(z.array(z.string().max(200)).max(MOST_PROPERTIES))
const date = (message: string) => boundedText(10).refine(isIsoDate, message)

/** The form of the sheet. The fields of the other changes are empty or absent. */
const nights = z
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
  .check(({ value: { first, last }, issues }) => {
    const problem = choiceProblem(first, last)
    if (problem) issues.push({ code: 'custom', path: ['last'], message: problem, input: last })
  })
const block = z.object({ id: boundedText(100) })

const refuse = (status: number, message: string): Refusal => ({ ok: false, status, message })

/** What the calendar changes. */
export const nightChanges = {
  /** Blocks the chosen nights, or changes their prices or minimums. */
  change: {
    form: nights,
    run: async ({ services, by }, { homes, included, first, last, only, seen, seenWords, ...typed }) => {
      const read = readChange({ ...typed, only }, services.config.maxStayNights)
      if (!read.ok) return { ...refuse(400, ''), fields: { [read.field]: read.message } }
      const choice = { first, last, only }
      const outcome = await changeNights(services, { slugs: homes, included, choice, change: read.change, seen, by })
      if (outcome.ok) return { ok: true, id: outcome.auditId }
      if (outcome.reason === 'not-found') return refuse(404, 'One of these homes is gone. Please choose again.')
      if (outcome.reason === 'changed-meanwhile') return refuse(409, changedMeanwhile(seenWords, outcome.plans))
      return refuse(409, `Nothing was changed: ${outcome.leftOut}.`)
    },
  } satisfies Change<typeof nights>,
  'remove-block': {
    form: block,
    run: async ({ services, by }, { id }) => {
      const auditId = await removeBlock(services, { id, by })
      return auditId ? { ok: true, id: auditId } : refuse(404, 'This block is gone already.')
    },
  } satisfies Change<typeof block>,
}

function changedMeanwhile(seenWords: string, plans: readonly PropertyPlan[]): string {
  const seen = seenWords ? ` You saw ${seenWords}.` : ''
  return `Somebody changed these nights while you looked, so nothing was saved.${seen} Now it is ${planLine(plans)}. Save again if that is right.`
}
