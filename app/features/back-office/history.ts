import type { Fact } from '#app/shared/declared-facts.ts'

/**
 * Which changes History shows, as its address says; empty for all. `property` is a slug, `booking` a reference, `day` a date.
 * `thing` is what was changed, such as `booking`.
 */
export type HistoryFilter = {
  property: string
  booking: string
  operator: string
  thing: string
  day: string
  page: number
}

/** A recorded change in words. `facts` says what was before and after, for people. */
export type HistoryEntry = {
  id: string
  words: string
  about: { label: string; path: string | null } | null
  properties: string[]
  /** Who, as text: `by mia (owner)`. */
  by: string
  at: string
  /** The same as an instant, which sorts: `2027-06-01T18:00:00Z`. */
  instant: string
  reason: string | null
  facts: Fact[]
  /** Whether it takes another change back, was taken back itself, or can be. */
  undo: 'undoes' | 'undone' | 'possible' | null
  /** Why it can't be undone; empty where it can, or where that needs no words. */
  noUndo: string
  /** Undoing it asks who has signed in long ago to do so again. */
  confirms: boolean
}

/** What the bar of the shell says about the change that was just made. `confirms`: undoing it does, as in History. */
export type ChangeNotice = { id: string; words: string; about: string | null; canUndo: boolean; confirms: boolean }

/** The address of History with a filter, with only what differs from the default. */
export function historyPath({ page, ...filter }: Partial<HistoryFilter>, path = '/admin/history'): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value))
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}

/** What was before and after, in a line. What was new or is gone says so. */
export function changeText(before: string, after: string): string {
  if (before === '') return after
  return `${before} > ${after || 'nothing'}`
}
