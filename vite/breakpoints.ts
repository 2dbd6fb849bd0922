import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CSSOptions } from 'vite'

export type PostcssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

const definitions = readFileSync(path.resolve(import.meta.dirname, '../app/styles/breakpoints.css'), 'utf8')
const queries = new Map(
  [...definitions.matchAll(/@custom-media (--[\w-]+) (.+);/g)].map(([, name = '', query = '']) => [name, query]),
)

/** A PostCSS plugin: writes the query of `@media (--lg)` in place of its name, as no browser knows custom media yet. */
export const breakpoints = {
  postcssPlugin: 'breakpoints',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
        const query = queries.get(name)
        if (!query) throw rule.error(`app/styles/breakpoints.css has no ${name}.`)
        return query
      })
    },
  },
} satisfies PostcssPlugin
