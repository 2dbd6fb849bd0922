import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ADMIN_SHELL, guestManifestOf } from '#app/shared/paths/guest-manifest.ts'

type Manifest = { url: string; routes: Record<string, { id: string; parentId?: string }> }

/**
 * Writes the list of pages that guests load: without those of the back office, which are half of it. A link from one to
 * the other loads the page anew.
 */
export function writeGuestManifest(client: string): void {
  const [file, ...others] = globSync('assets/manifest-*.js', { cwd: client })
  if (!file || others.length > 0) throw new Error(`There is not one page manifest in ${client}/assets.`)
  const script = readFileSync(path.join(client, file), 'utf8')
  const [from, to] = [script.indexOf('{'), script.lastIndexOf('}') + 1]
  const manifest = JSON.parse(script.slice(from, to)) as Manifest
  const routes = Object.values(manifest.routes).filter(({ id, parentId }) => ![id, parentId].includes(ADMIN_SHELL))
  const url = guestManifestOf(manifest.url)
  const shown = { ...manifest, url, routes: Object.fromEntries(routes.map((route) => [route.id, route])) }
  writeFileSync(path.join(client, url), script.slice(0, from) + JSON.stringify(shown) + script.slice(to))
}
