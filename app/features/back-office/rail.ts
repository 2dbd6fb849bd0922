/** What the rail shows beside the places. */
export type Rail = {
  /** The homes by name; none if there are too many, or for whoever sees none. A vacant one is free tonight. */
  properties: { slug: string; name: string; isVacant: boolean }[]
  /** How much waits on a page of the back office, by its address. */
  waiting: Partial<Record<string, number>>
}
