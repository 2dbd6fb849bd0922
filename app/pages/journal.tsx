import { data } from 'react-router'
import { getNextPostTime, listPostCards } from '#app/features/journal/journal.server.ts'
import { FEED_PATH, feedLink } from '#app/features/journal/journal.ts'
import { PostList } from '#app/features/journal/post-list.tsx'
import { type RootData, rootData, useRootData } from '#app/features/site/root-data.ts'
import { pageExpiryContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { breadcrumbs } from '#app/shared/breadcrumbs.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/journal.ts'
import '#app/features/journal/journal.css'

const leadOf = ({ hasProperties }: RootData['site']) =>
  hasProperties ? 'Notes from the homes and the country around them.' : 'Notes from the country around us.'

export const handle: PageHandle = { sitemap: 'by-feature' }

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const next = await getNextPostTime(services)
  if (next) context.get(pageExpiryContext).notAfter = next
  const posts = await listPostCards(services)
  if (posts.length === 0) throw data(null, { status: 404 })
  return { posts }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity, site } = rootData(matches)
  if (!loaderData) return []
  return [
    ...pageMetadata(identity, {
      title: 'Journal',
      description: `${leadOf(site)} By ${identity.brand}.`,
      path: '/journal',
      schemas: [breadcrumbs(identity, [{ name: 'Journal', path: '/journal' }])],
    }),
    feedLink(identity.brand),
  ]
}

export default function Journal({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Journal" text={leadOf(useRootData().site)} />
      <div className="band journal">
        <PostList posts={posts} />
        <p className="text-sm text-muted">
          <a className="link inline-flex min-h-11 items-center" href={FEED_PATH}>
            Follow it in a feed reader
          </a>
        </p>
      </div>
    </>
  )
}
