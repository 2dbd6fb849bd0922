/** What a token says, by its name; in the order in which they are shown. */
const GROUPS = {
  colour:
    /^--(?:(?:day|night)-[a-z]+|lit|lit-high|lit-gradient|lit-frame|ember|ember-high|on-lit|white|night|dusk|hatch|on-dusk|snow|drift|panel|ink|muted|line|input|error|pane|pane-hatch|on-pane|accent|focus|focus-gap|scrim)$/,
  type: /^--(?:type|face|weight|tracking)-/,
  space: /^--(?:page|gutter|band|measure|target|button)$/,
  shape: /^--(?:corner(?:-[a-z]+)?|sill-shadow)$/,
  motion: /^--(?:quick|calm|slow|stagger|ease)$/,
  order: /^--z-/,
}
export type TokenGroup = keyof typeof GROUPS

export const GROUP_NAMES = Object.keys(GROUPS) as TokenGroup[]

export function groupOf(name: string): TokenGroup | null {
  return GROUP_NAMES.find((group) => GROUPS[group].test(name)) ?? null
}
