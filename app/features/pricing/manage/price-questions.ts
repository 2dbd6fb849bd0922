import type { PriceQuestion, PriceSettings } from '../price-settings.ts'

/** Possible omissions in the prices of a home, until the operator has confirmed them. */
export function questionsOf({ nightly, taxes, stayRules, answeredQuestions }: PriceSettings): PriceQuestion[] {
  if (nightly.price === null) return []
  const open: PriceQuestion[] = []
  if (taxes.length === 0) open.push('no-tax')
  if (stayRules.minimumStay === 1) open.push('no-minimum')
  return open.filter((question) => !answeredQuestions.includes(question))
}

type Words = { page: 'prices' | 'rules'; ask: string; yes: string; fix: string; to: string }

/** The words of a question on a page. `yes` confirms without a change; `fix` links to the form with the anchor `to`. */
export const QUESTION_WORDS: Record<PriceQuestion, Words> = {
  'no-tax': {
    page: 'prices',
    ask: 'Guests pay no tax here. Is that right?',
    yes: 'Yes, there is none',
    fix: 'Add a tax',
    to: 'add-tax',
  },
  'no-minimum': {
    page: 'rules',
    ask: 'Guests can book a single night here. Is that right?',
    yes: 'Yes, one night is fine',
    fix: 'Set a minimum stay',
    to: 'stay-rules',
  },
}
