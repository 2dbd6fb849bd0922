import { useRouteLoaderData } from 'react-router'
import { siteIdentity } from '#app/features/site/site-view.ts'
import type { loader } from '../root.tsx'

type RootLoaderData = Awaited<ReturnType<typeof loader>>

/** What the root has loaded, for a page's `meta`. */
export function rootData(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]) {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as RootLoaderData
  return { ...data, identity: siteIdentity(data) }
}

/** What the root has loaded, for components. */
export function useRootData(): RootLoaderData {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!data) throw new Error('pages stand inside the root')
  return data
}
