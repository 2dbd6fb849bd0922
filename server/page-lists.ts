import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ADMIN_SHELL, pageListOf, type Reader } from '#app/shared/paths/page-list.ts'

type Page = { id: string; parentId?: string }
type Manifest = { url: string; routes: Record<string, Page> }

const isOfAdmin = ({ id, parentId }: Page) => id === ADMIN_SHELL || parentId === ADMIN_SHELL

const LISTS: Record<Reader, (page: Page) => boolean> = {
  guests: (page) => !isOfAdmin(page),
  operators: (page) => page.id === 'root' || isOfAdmin(page),
}

/**
 * Writes the lists of pages that guests and operators load. Each leaves out the pages of the others, which are half of
 * it. A link from one to the other has `reloadDocument`.
 */
export function writePageLists(client: string): void {
  const [file, ...others] = globSync('assets/manifest-*.js', { cwd: client })
  if (!file || others.length > 0) throw new Error(`There is not one page manifest in ${client}/assets.`)
  const script = readFileSync(path.join(client, file), 'utf8')
  const [from, to] = [script.indexOf('{'), script.lastIndexOf('}') + 1]
  const manifest = JSON.parse(script.slice(from, to)) as Manifest
  for (const reader of Object.keys(LISTS) as Reader[]) {
    const url = pageListOf(manifest.url, reader)
    const pages = Object.values(manifest.routes).filter(LISTS[reader])
    const shown = { ...manifest, url, routes: Object.fromEntries(pages.map((page) => [page.id, page])) }
    writeFileSync(path.join(client, url), script.slice(0, from) + JSON.stringify(shown) + script.slice(to))
  }
}
