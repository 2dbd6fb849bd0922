import { useRouteLoaderData } from 'react-router'
import type { SiteIdentity } from '#app/shared/page-metadata.ts'
import type { SiteView } from './site.ts'

/** The data that the root loads once for every page. */
export type RootData = {
  site: Omit<SiteView, 'ogImage' | 'accent'>
  /** The design's tokens with the color of the brand. */
  accent: Record<`--site-${string}`, string> | undefined
  identity: SiteIdentity
  demo: boolean
  year: number
  giveaway: boolean
  /** Whether there is a post to read. */
  journal: boolean
  /** The name of the signed-in operator; null for visitors, and in demo mode. */
  operator: string | null
}

/** The root's data in a page's `meta`. */
export function rootData(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): RootData {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData
}

/** The root's data in a component. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('the root route has no data')
  return data
}
