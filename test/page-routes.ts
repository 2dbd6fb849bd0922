import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import routes from '#app/routes.ts'

const app = path.resolve(import.meta.dirname, '../app')

/** The routes of the real pages, as in the build. */
export async function pageRoutes(): Promise<ServerBuild['routes']> {
  const built: Record<string, unknown> = {}
  const add = async ({ id, file, children = [], ...entry }: RouteConfigEntry, parentId?: string) => {
    const name = id ?? file
    built[name] = { ...entry, id: name, parentId, module: await import(path.join(app, file)) }
    for (const child of children) await add(child, name)
  }
  for (const entry of routes) await add(entry)
  return built as ServerBuild['routes']
}
