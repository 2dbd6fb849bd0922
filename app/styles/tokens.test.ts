import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from '#app/features/site/contrast.ts'
import { PAIRS } from '#app/pages/design/contrast.ts'
import { PALETTES, paletteOf, tokenNames } from '#app/pages/design/palette.ts'
import { groupOf } from '#app/pages/design/token-groups.ts'
import { LIT, NIGHT, ON_NIGHT } from '#app/shared/theme-colors.ts'

const css = readFileSync(path.resolve(import.meta.dirname, 'tokens.css'), 'utf8')

test('contrast is measured as the guidelines do', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.478, 3)
})

describe.for(PALETTES)('$name', ({ theme, light }) => {
  const token = paletteOf(css, theme, light)

  test.for(PAIRS)('$ink can be told from $ground', ({ ink, ground, least }) => {
    expect(contrast(token(ink), token(ground))).toBeGreaterThanOrEqual(least)
  })
})

test('every token has its place on the page that shows them', () => {
  expect(tokenNames(css).filter((name) => !groupOf(name))).toEqual([])
})

test.for(['mountain', 'lake'] as const)('what no stylesheet reaches has the same night as the pages: %s', (theme) => {
  const token = paletteOf(css, theme, 'night')
  expect({ ground: NIGHT[theme], ...ON_NIGHT[theme], lit: LIT }).toEqual({
    ground: token('--night'),
    ink: token('--text'),
    muted: token('--text-muted'),
    lit: token('--lit'),
  })
})
