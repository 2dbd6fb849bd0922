import type { Theme } from '#app/shared/theme-colors.ts'

export type Light = 'day' | 'night'

/** The four themes in which every component has to be checked. */
export const PALETTES: { theme: Theme; light: Light; name: string }[] = [
  { theme: 'mountain', light: 'day', name: 'Mountain by day' },
  { theme: 'mountain', light: 'night', name: 'Mountain by night' },
  { theme: 'lake', light: 'day', name: 'Lake by day' },
  { theme: 'lake', light: 'night', name: 'Lake by night' },
]

type Rule = { selectors: string[]; media: string | null; declarations: Map<string, string> }

/** The rules of the tokens stylesheet in order. It only nests rules in media queries. */
export function tokenRules(css: string): Rule[] {
  const rules: Rule[] = []
  let media: string | null = null
  let selectors: string[] = []
  for (const [, before = '', mark] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)([{}])/g)) {
    const text = before.trim()
    if (mark === '{' && text.startsWith('@media')) media = text.slice('@media'.length).trim()
    else if (mark === '{') selectors = text.split(',').map((selector) => selector.trim())
    else if (selectors.length === 0) media = null
    else {
      const pairs = [...text.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)]
      const declarations = new Map(pairs.map(([, name = '', value = '']) => [name, value.trim()] as const))
      rules.push({ selectors, media, declarations })
      selectors = []
    }
  }
  return rules
}

export function tokenNames(css: string): string[] {
  return [...new Set(tokenRules(css).flatMap(({ declarations }) => [...declarations.keys()]))]
}

/** A color that an operator can replace. */
const SITE = /var\(--site-[\w-]+, ([^)]+)\)/g
const LIGHT_DARK = /light-dark\((var\([^)]*\)|[^,]+), (var\([^)]*\)|[^)]+)\)/g

/** The value of each token in a theme by day or by night, with references resolved. Throws on an unknown reference. */
export function paletteOf(css: string, theme: Theme, light: Light): (name: string) => string {
  const applies = ({ selectors, media }: Rule) =>
    media === null &&
    (selectors.includes(':root') || selectors.includes('[data-place]') || selectors.includes(`[data-place="${theme}"]`))
  const values = new Map(
    tokenRules(css)
      .filter(applies)
      .flatMap(({ declarations }) => [...declarations]),
  )
  const resolve = (name: string): string => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`there is no token ${name}`)
    const own = value.replace(SITE, '$1').replace(LIGHT_DARK, light === 'day' ? '$1' : '$2')
    return own.replace(/var\((--[\w-]+)\)/g, (_, other: string) => resolve(other))
  }
  return resolve
}
