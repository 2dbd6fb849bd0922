import { useEffect, useRef } from 'react'
import { rootData } from '#app/features/site/root-data.ts'
import { operatorAccessContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/design.ts'
import { TokenTables } from './design/token-tables.tsx'
import '#app/pages/design/design.css'

const PARTS = '/design/parts.js'

export const handle: PageHandle = { perRequest: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  return null
}

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Design',
    description: 'Every token and every part of the pages, in all their states and lights.',
    path: '/design',
    noindex: true,
  })

/** The columns show day and night themselves, so the page around them is a day's whatever the browser prefers. */
function useDay() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.theme = 'light'
    return () => {
      delete dataset.theme
    }
  }, [])
}

/** The parts come in a file of their own (`vite.design.config.ts`), which weighs on no page of a visitor. */
function useParts() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let takeAway: (() => void) | undefined
    let left = false
    import(/* @vite-ignore */ PARTS).then(({ showParts }: typeof import('./design/parts.tsx')) => {
      if (place.current && !left) takeAway = showParts(place.current)
    })
    return () => {
      left = true
      takeAway?.()
    }
  }, [])
  return place
}

export default function Design() {
  const place = useParts()
  useDay()
  return (
    <div className="band band-y">
      <link rel="stylesheet" href="/design/parts.css" precedence="default" />
      <h1 className="heading-home">Design</h1>
      <p className="measure mt-6 text-lead">
        Every token and every part of the pages, in all their states. Night is the dark theme, and what stands on night
        by day.
      </p>
      <TokenTables />
      <noscript>
        <p className="mt-10">The parts need JavaScript.</p>
      </noscript>
      <div ref={place} />
    </div>
  )
}
