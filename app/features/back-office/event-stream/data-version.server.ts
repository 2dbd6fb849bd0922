import { createHash } from 'node:crypto'
import { createContext, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { Versions } from '#app/platform/versions.server.ts'

/** One short text for all versions, which says nothing else. It is the same in every process. */
export const dataVersionOf = (versions: Versions): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(versions).sort()))
    .digest('base64url')
    .slice(0, 16)

/** The version of the data that a page’s loaders read, or an earlier one. */
export const dataVersionContext = createContext('')

/** Middleware that reads it before any loader runs. Without the database there is none. */
export async function readDataVersion({ context }: { context: Readonly<RouterContextProvider> }): Promise<void> {
  const { versions } = context.get(servicesContext)
  context.set(dataVersionContext, await versions.current().then(dataVersionOf, () => ''))
}
