import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { ManageProperties } from '#app/features/properties/manage/manage-properties.tsx'
import { rootData } from '#app/features/site/root-data.ts'
import { requireOperator, requireScope } from '#app/platform/http/operator-access.server.ts'
import { createQueryClient } from '#app/shared/browser/query-client.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { Route } from './+types/test.ts'

const SIGN_IN = '/sign-in?to=/test'

export const handle: PageHandle = { camera: true, perRequest: true }

export const middleware: Route.MiddlewareFunction[] = [requireOperator, requireScope('content:write')]

/** Without a loader on the server, React Router would run the one below when the page hydrates, too. */
export const loader = () => null

/**
 * This page may use the camera. Permissions apply when a document loads, so a link within the site reloads the page.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  window.location.assign(request.url)
  return new Promise<null>(() => {})
}

export const shouldRevalidate = () => false

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Object Storage Test',
    description: 'Create test properties and add images to them.',
    path: '/test',
    noindex: true,
  })

export default function ObjectStorageTest() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <PageHead title="Object Storage Test" text="Create test properties, and add images to them." />
        <noscript>
          <p className="band pt-10">This page needs JavaScript.</p>
        </noscript>
        <ManageProperties signInPath={SIGN_IN} />
      </ToastProvider>
    </QueryClientProvider>
  )
}
