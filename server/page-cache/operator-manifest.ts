import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** React Router's list of all pages, which every page loads. Guests' pages leave those of the back office out. */
type Route = { imports?: string[]; css?: string[] }
type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> }

/** The path of a page, or the id of its route: of the back office, or of a cleaner. No guest's page leads there. */
export const isOfOperators = (page: string) => /^(\/|pages\/|shell\/)(?:admin|turnovers|session)\b/.test(page)

/** The address of the list that has the pages of the back office, too. */
export const operatorManifest = (address: string) => address.replace('/manifest-', '/operator-manifest-')

/** Without what React Router takes for granted: flags that are off, no styles, and files that every page has loaded. */
function withoutDefaults({ imports = [], css = [], ...route }: Route, loaded: string[]) {
  const flags = Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false))
  return { ...flags, imports: imports.filter((file) => !loaded.includes(file)), ...(css.length > 0 && { css }) }
}

/**
 * Splits the list of a finished build (`client`: its folder): the whole one gets another name. Its digest stays, because it
 * changes with every page.
 */
export function splitManifest(client: string): void {
  const [file] = globSync('assets/manifest-*.js', { cwd: client })
  if (!file) throw new Error(`There is no page manifest in ${client}/assets.`)
  const source = path.join(client, file)
  const text = readFileSync(source, 'utf8')
  writeFileSync(operatorManifest(source), text)
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1]
  const manifest: Manifest = JSON.parse(text.slice(start, end))
  const routes = Object.fromEntries(
    Object.entries(manifest.routes)
      .filter(([id]) => !isOfOperators(id))
      .map(([id, route]) => [id, withoutDefaults(route, manifest.entry.imports)]),
  )
  writeFileSync(source, text.slice(0, start) + JSON.stringify({ ...manifest, routes }) + text.slice(end))
}
