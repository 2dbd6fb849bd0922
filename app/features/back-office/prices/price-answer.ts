/** What sample stays cost before and after a change. */
export type PricePreview = {
  rows: { name: string; nights: string; before: string; after: string; isChanged: boolean; difference: string }[]
}

/** What the prices page says about the form that was posted to it. */
export type PriceAnswer = {
  /** When it was answered, so that a second answer fills the form anew. */
  at: string
  message?: string
  fields: Record<string, string>
  values: Record<string, string>
  preview?: PricePreview
}
