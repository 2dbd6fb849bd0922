import type { Fact } from '#app/shared/declared-facts.ts'

/**
 * The filter of History, from its address; empty for all. `property` is a slug, `booking` a reference, `day` a date.
 * `thing` is the kind of changed thing, such as `booking`.
 */
export type HistoryFilter = {
  property: string
  booking: string
  operator: string
  thing: string
  day: string
  page: number
}

/** A recorded change in words. `facts` are the values before and after, for people. */
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
  /** Whether it undoes another change, was undone itself, or can be. */
  undo: 'undoes' | 'undone' | 'possible' | null
  /** Why it can't be undone; empty where it can, or where that needs no words. */
  noUndo: string
  /** Undoing it requires a recent sign-in. */
  confirms: boolean
}

/** The text of the shell's bar about the last change. `confirms`: undoing requires a recent sign-in. */
export type ChangeNotice = { id: string; words: string; about: string | null; canUndo: boolean; confirms: boolean }

/** The address of History with a filter, with only what differs from the default. */
export function historyPath({ page, ...filter }: Partial<HistoryFilter>, path = '/admin/history'): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value))
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The values before and after, in a line. New and removed ones are named as such. */
export function changeText(before: string, after: string): string {
  if (before === '') return after
  return `${before} > ${after || 'nothing'}`
}
