import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentSchema, accentTokens, DUSK, INK } from './accent.ts'
import { contrast } from './contrast.ts'

const css = readFileSync('app/styles/tokens.css', 'utf8')
const tokens = Object.fromEntries(
  [...css.matchAll(/(--[\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [value, name]),
)

/** All colors in steps. */
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

test('the colors that an accent is compared with are the design’s', () => {
  expect([tokens[INK], tokens[DUSK]]).toEqual(['--on-lit', '--dusk'])
})

test('whatever color is accepted, its text and what is lit can be read by day and by night', () => {
  const accepted = colors.filter((color) => accentSchema.safeParse(color).success)
  expect(accepted.length).toBeGreaterThan(180)
  for (const color of accepted) {
    const own = accentTokens(color)
    const text = own['--site-on-ember'] ?? ''
    for (const ground of ['--site-ember', '--site-ember-high'] as const) {
      expect(contrast(text, own[ground] ?? ''), `${color} ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
    for (const night of ['#161830', '#0f2a33', '#262a50', DUSK]) {
      expect(contrast(own['--site-lit'] ?? '', night), `${color} on ${night}`).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(INK, own['--site-lit'] ?? ''), `text on the lit ${color}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('a color between light and dark is refused with its contrast, and so is what is no color', () => {
  const wordsFor = (color: string) => accentSchema.safeParse(color).error?.issues.map(({ message }) => message)
  expect(wordsFor('#7a7a7a')).toEqual([
    expect.stringMatching(/contrast of 4\.\d\d:1, and needs 4\.5:1\. Please choose a lighter or a darker one/),
  ])
  expect(wordsFor('red')).toEqual([expect.stringContaining('such as #2f6f62')])
})
