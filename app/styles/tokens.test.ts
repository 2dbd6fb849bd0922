import { expect, test } from 'vitest'
import { DUSK, LIT, NIGHT, ON_NIGHT } from '#app/shared/night-colours.ts'
import { palette } from '#test/design-tokens.ts'

const PLACES = ['mountain', 'lake'] as const

test.for(PLACES)('what no stylesheet reaches has the same night as the pages: %s', (place) => {
  const night = palette(place, 'night')
  expect({ ground: NIGHT[place], ...ON_NIGHT[place], lit: LIT }).toEqual({
    ground: night('--night'),
    ink: night('--ink'),
    muted: night('--muted'),
    lit: night('--lit'),
  })
  if (place === 'mountain') expect(DUSK).toBe(night('--dusk'))
})
