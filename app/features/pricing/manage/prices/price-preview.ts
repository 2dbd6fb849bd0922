/** What sample stays cost before and after a change. */
export type PricePreview = {
  rows: { name: string; nights: string; before: string; after: string; isChanged: boolean; difference: string }[]
}
