import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { FilterParam } from './results.ts'
import type { FilterName, SearchOptions } from './search.ts'

type Dropped = Partial<Record<FilterParam, string | null>>

/** A wish as a guest reads it, and what the address says when it is dropped. */
export type FilterLabel = { filter: FilterName; words: string; without: Dropped }

const dollars = (cents: number) => formatMoney(cents).replace(/\.00$/, '')

function priceWords({ minPrice, maxPrice }: SearchOptions): string | null {
  if (minPrice !== undefined && maxPrice !== undefined) return `${dollars(minPrice)} to ${dollars(maxPrice)}`
  if (minPrice !== undefined) return `${dollars(minPrice)} or more`
  return maxPrice === undefined ? null : `${dollars(maxPrice)} or less`
}

/** The filters of a search, each in words. */
export function filterLabels(wishes: SearchOptions): FilterLabel[] {
  const { location, propertyType, bedrooms, amenities = [] } = wishes
  const price = priceWords(wishes)
  const words: (FilterLabel | false)[] = [
    !!location && { filter: 'location', words: location, without: { location: null } },
    !!propertyType && { filter: 'propertyType', words: propertyType, without: { propertyType: null } },
    !!bedrooms && {
      filter: 'bedrooms',
      words: `${countOf(bedrooms, 'bedroom')} or more`,
      without: { bedrooms: null },
    },
    ...amenities.map((amenity): FilterLabel => {
      const others = amenities.filter((other) => other !== amenity).join(', ')
      return { filter: 'amenities', words: amenity, without: { amenities: others || null } }
    }),
    price !== null && { filter: 'price', words: price, without: { minPrice: null, maxPrice: null } },
  ]
  return words.filter((word) => word !== false)
}

/** All that a filter asks for, in words, and the address without any of it. */
export function wholeFilter(wishes: SearchOptions, filter: FilterName): { words: string; without: Dropped } {
  const parts = filterLabels(wishes).filter((word) => word.filter === filter)
  const without = filter === 'amenities' ? { amenities: null } : (parts[0]?.without ?? {})
  return { words: parts.map(({ words }) => words).join(', '), without }
}

/** Round totals between the least and the most, to choose the highest from; with the one that was chosen. */
export function priceSteps(totals: { least: number; most: number } | null, chosen: number | undefined): number[] {
  const steps = new Set(chosen === undefined ? [] : [chosen])
  if (totals) {
    const step = [25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000].find(
      (size) => (totals.most - totals.least) / size <= 6,
    )
    const size = step ?? 2_500_000
    for (let total = Math.ceil(totals.least / size) * size; total < totals.most; total += size) steps.add(total)
  }
  return [...steps].sort((a, b) => a - b)
}

/** A highest total as a choice: `$2,500`. */
export const stepWords = dollars
