import type { PriceQuestion, PriceSettings } from '../price-settings.ts'

/** What may have been forgotten in the prices of a home, until the operator has said that it is right. */
export function questionsOf({ nightly, taxes, stayRules, settledQuestions }: PriceSettings): PriceQuestion[] {
  if (nightly.price === null) return []
  const open: PriceQuestion[] = []
  if (taxes.length === 0) open.push('no-tax')
  if (stayRules.minimumStay === 1) open.push('no-minimum')
  return open.filter((question) => !settledQuestions.includes(question))
}

type Words = { page: 'prices' | 'rules'; ask: string; yes: string; fix: string; to: string }

/** How a page asks a question. `yes` answers it with no change; `fix` leads to the form with the anchor `to`. */
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
