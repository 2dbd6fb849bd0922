import type { Party } from './stay.ts'
import { countOf } from './words.ts'

/** The party in words: `2 adults, 1 child, 1 pet`. */
export function partyWords({ adults, children, infants, pets }: Party): string {
  const counts = [
    countOf(adults, 'adult'),
    children > 0 && countOf(children, 'child', 'children'),
    infants > 0 && countOf(infants, 'infant'),
    pets > 0 && countOf(pets, 'pet'),
  ]
  return counts.filter(Boolean).join(', ')
}
