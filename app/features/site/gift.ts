import { countOf } from '#app/shared/words.ts'
import type { SiteContent } from './site.ts'

/** How the operator's gift for guests is counted. */
export type Gift = Pick<NonNullable<SiteContent['home']['gift']>, 'one' | 'many' | 'each'>

type Party = { adults: number; children: number }

const GIFTS_OF: Record<Gift['each'], (party: Party) => number> = {
  party: () => 1,
  child: ({ children }) => 1 + children,
  guest: ({ adults, children }) => adults + children,
}

/** The gifts to pack for these stays: `3 yetis`. Null where the site has no gift. */
export function giftWords(gift: Gift | null, stays: readonly Party[]): string | null {
  if (!gift) return null
  const count = stays.reduce((sum, party) => sum + GIFTS_OF[gift.each](party), 0)
  return gift.one ? countOf(count, gift.one, gift.many) : countOf(count, 'gift')
}
