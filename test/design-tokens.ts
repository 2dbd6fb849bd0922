import { readFileSync } from 'node:fs'
import path from 'node:path'

type Declarations = Map<string, string>
type Rule = { selectors: string[]; media: string | null; declarations: Declarations }

const FILE = path.resolve(import.meta.dirname, '../app/styles/tokens.css')

/** The rules of the tokens' stylesheet in their order. It nests nothing but rules in media queries. */
export function tokenRules(css = readFileSync(FILE, 'utf8')): Rule[] {
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
      rules.push({
        selectors,
        media,
        declarations: new Map(pairs.map(([, name = '', value = '']) => [name, value.trim()])),
      })
      selectors = []
    }
  }
  return rules
}

export type Place = 'mountain' | 'lake'
export type Light = 'day' | 'night'

/** What each token comes to at a place by day or by night, its references to others followed. Throws at one that is not there. */
export function palette(place: Place, light: Light): (name: string) => string {
  const applies = ({ selectors, media }: Rule) =>
    media === null &&
    (selectors.includes(':root') ||
      selectors.includes(`[data-place="${place}"]`) ||
      selectors.includes('[data-place]') ||
      (light === 'night' && selectors.includes('.on-night')))
  const values = new Map<string, string>()
  for (const rule of tokenRules().filter(applies)) {
    // Where the root and one place share a rule, it is the other place's only as long as that has none of its own.
    for (const [name, value] of rule.declarations) values.set(name, value)
  }
  const resolve = (name: string): string => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`there is no token ${name}`)
    return value.replace(/var\((--[\w-]+)\)/g, (_, other: string) => resolve(other))
  }
  return resolve
}
