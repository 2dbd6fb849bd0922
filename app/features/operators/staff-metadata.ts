import type { MetaDescriptor } from 'react-router'
import { rootData } from '#app/features/site/root-data.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'

/** The metadata of a page on which staff sign in or out, or choose how. */
export function staffMetadata(
  matches: Parameters<typeof rootData>[0],
  page: { title: string; path: string },
): MetaDescriptor[] {
  const { identity } = rootData(matches)
  return pageMetadata(identity, { ...page, description: `For ${identity.brand} staff.`, noindex: true })
}
