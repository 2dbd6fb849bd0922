import type { FormAnswer } from '../folded-form.tsx'

/** What sample stays cost before and after a change. */
export type PricePreview = {
  rows: { name: string; nights: string; before: string; after: string; isChanged: boolean; difference: string }[]
}

/** What the prices page says about the form that was posted to it. */
export type PriceAnswer = FormAnswer & { preview?: PricePreview }
