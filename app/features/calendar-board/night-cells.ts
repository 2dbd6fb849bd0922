import { addDays, type IsoDate } from '#app/shared/dates.ts'

/** A night of a property on the board. */
export type NightCell = { slug: string; date: IsoDate }

/** Nights that are being chosen: from the first pressed one to the one that has the pointer or the keyboard. */
export type Choosing = { anchor: NightCell; focus: NightCell }

/** The nights between two corners, and the properties between them in the order of the board. */
export function chosenBetween(slugs: readonly string[], { anchor, focus }: Choosing) {
  const [top, bottom] = [slugs.indexOf(anchor.slug), slugs.indexOf(focus.slug)].sort((a, b) => a - b)
  const [first, last] = [anchor.date, focus.date].sort() as [IsoDate, IsoDate]
  return { slugs: slugs.slice(top, (bottom ?? 0) + 1), first, last }
}

/**
 * The target of a key. On the board, up and down are other properties; on a month, other weeks. Null for other keys,
 * and at the first and the last property.
 */
export function cellAfterKey(
  { slug, date }: NightCell,
  key: string,
  { slugs, isMonth }: { slugs: readonly string[]; isMonth: boolean },
): NightCell | null {
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -28, PageDown: 28 }
  if (isMonth) Object.assign(days, { ArrowUp: -7, ArrowDown: 7 })
  const step = days[key]
  if (step !== undefined) return { slug, date: addDays(date, step) }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
  const next = slugs[slugs.indexOf(slug) + (key === 'ArrowUp' ? -1 : 1)]
  return next === undefined ? null : { slug: next, date }
}

/** The cell of an element within it; null outside the cells, and on a bar, which is a link. */
export function cellOf(target: EventTarget | null): NightCell | null {
  if (!(target instanceof Element)) return null
  const night = target.closest<HTMLElement>('[data-night]')
  const property = night?.closest<HTMLElement>('[data-property]')
  if (!night?.dataset.night || !property?.dataset.property) return null
  return { slug: property.dataset.property, date: night.dataset.night }
}

/** The cell at a point, also under a bar. */
export function cellAt(x: number, y: number): NightCell | null {
  return cellOf(document.elementsFromPoint(x, y).find((element) => element.matches('[data-night]')) ?? null)
}
