/** The prices of sample stays before and after a change. */
export type PricePreview = {
  rows: { name: string; nights: string; before: string; after: string; isChanged: boolean; difference: string }[]
}
