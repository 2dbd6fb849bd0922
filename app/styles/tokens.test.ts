import { expect, test } from 'vitest'
import { LIT, NIGHT } from '#app/shared/night-colours.ts'
import { palette } from '#test/design-tokens.ts'

const PLACES = ['mountain', 'lake'] as const

test.for(PLACES)('what no stylesheet reaches has the same night as the pages: %s', (place) => {
  const night = palette(place, 'night')
  const { ground, ink, muted } = NIGHT[place]
  expect({ ground, ink, muted, lit: LIT }).toEqual({
    ground: night('--night'),
    ink: night('--ink'),
    muted: night('--muted'),
    lit: night('--lit'),
  })
})
