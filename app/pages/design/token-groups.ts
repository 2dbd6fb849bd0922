/** The meaning of each token, by name; in display order. */
const GROUPS = {
  color:
    /^--(?:(?:day|night)-[a-z-]+|lit|lit-high|lit-gradient|lit-border|ember|ember-high|on-lit|on-ember|white|night|dusk|on-dusk|background|background-muted|surface|text|text-muted|border|border-input|error|success|cell|cell-pattern|on-cell|accent|focus|focus-gap|scrim)$/,
  type: /^--(?:font|letter)-/,
  space: /^--(?:page-width|gutter|section-space|measure|target-size|button-height)$/,
  shape: /^--(?:border-radius(?:-[a-z]+)?|box-shadow)$/,
  motion: /^--(?:duration-[a-z]+|stagger|easing)$/,
  order: /^--z-/,
}
export type TokenGroup = keyof typeof GROUPS

export const GROUP_NAMES = Object.keys(GROUPS) as TokenGroup[]

export function groupOf(name: string): TokenGroup | null {
  return GROUP_NAMES.find((group) => GROUPS[group].test(name)) ?? null
}
