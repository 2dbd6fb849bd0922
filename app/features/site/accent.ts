import { boundedText } from '#app/shared/input/bounded-text.ts'
import { contrast } from './contrast.ts'

const NO_COLOR = 'Please enter # and six digits or letters, such as #2f6f62'

/** The least contrast of text (WCAG 2.2, AA). */
const LEAST = 4.5
/** The dark text on lit parts, and the lightest of the dark grounds: tokens of `app/styles/tokens.css`. */
export const INK = '#1d1305'
export const DUSK = '#1b4450'
const WHITE = '#ffffff'
const BLACK = '#000000'

/** `share` of the other color, the rest of this one. */
function mix(color: string, other: string, share: number): string {
  const channel = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(color, at) * (1 - share) + channel(other, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const textOn = (color: string) => (contrast(INK, color) >= contrast(WHITE, color) ? INK : WHITE)

/** The color with as much white as it needs to be read on the darkest pages. */
function lightened(color: string): string {
  const shares = Array.from({ length: 20 }, (_, step) => step / 20)
  return shares.map((share) => mix(color, WHITE, share)).find((one) => contrast(one, DUSK) >= LEAST) ?? WHITE
}

/** The color of the brand, `#2f6f62`: text on it can be read, dark or white. */
export const accentSchema = boundedText(7, NO_COLOR)
  .regex(/^#[\da-f]{6}$/i, { error: NO_COLOR, abort: true })
  .check(({ value, issues }) => {
    const ratio = contrast(textOn(value), value)
    if (ratio >= LEAST) return
    const found = (Math.floor(ratio * 100) / 100).toFixed(2)
    const message = `Text on this color would have a contrast of ${found}:1, and needs ${LEAST}:1. Please choose a lighter or a darker one.`
    issues.push({ code: 'custom', message, input: value })
  })

/** The color of lit parts on dark pages, from the brand's color; undefined without one. */
export const litColor = (accent: string | undefined) => accent && lightened(accent)

/** The design's tokens with a color of the brand. What is lit on dark pages is lighter. */
export function accentTokens(accent: string): Record<`--site-${string}`, string> {
  const text = textOn(accent)
  const lit = lightened(accent)
  return {
    '--site-ember': accent,
    '--site-ember-high': mix(accent, text === INK ? WHITE : BLACK, 0.2),
    '--site-on-ember': text,
    '--site-lit': lit,
    '--site-lit-high': mix(lit, WHITE, 0.4),
    '--site-lit-border': mix(accent, BLACK, 0.6),
  }
}
