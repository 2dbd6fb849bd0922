import { data, Link } from 'react-router'
import { listCardPrices } from '#app/features/availability/card-prices.server.ts'
import { blogPostingSchema } from '#app/features/journal/blog-posting.ts'
import { getNextPostTime, getPost } from '#app/features/journal/journal.server.ts'
import { feedLink } from '#app/features/journal/journal.ts'
import { postOgImage } from '#app/features/journal/og-image.server.ts'
import { PostDay } from '#app/features/journal/post-day.tsx'
import { ogImageOf } from '#app/features/media/og-images.server.ts'
import { PropertyCard } from '#app/features/properties/card/property-card.tsx'
import { useSaveButtons } from '#app/features/properties/card/use-save-buttons.ts'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { pageExpiryContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { breadcrumbs } from '#app/shared/breadcrumbs.ts'
import { LG, SM } from '#app/shared/breakpoints.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/journal-post.ts'
import '#app/features/journal/journal.css'

export const handle: PageHandle = { sitemap: 'by-feature', nights: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const next = await getNextPostTime(services)
  if (next) context.get(pageExpiryContext).notAfter = next
  const post = await getPost(services, params)
  if (!post) throw data(null, { status: 404 })
  const { content: _, propertyIds, image: __, ...shown } = post
  const listed = await listPropertyCards(services)
  const properties = listed.filter(({ id }) => propertyIds.includes(id)).map((card) => ({ ...card, images: [] }))
  const prices = await listCardPrices(services, { stay: null, offers: new Map(), listed: properties })
  return {
    post: shown,
    properties,
    prices,
    share: ogImageOf(postOgImage(post, await getSite(services)), services.config),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  const { post, share } = loaderData
  const { title, excerpt, path } = post
  const tags = pageMetadata(identity, {
    title,
    path,
    description: excerpt,
    keywords: post.tags.join(', '),
    image: share,
    schemas: [
      blogPostingSchema({ ...post, share }, identity),
      breadcrumbs(identity, [
        { name: 'Journal', path: '/journal' },
        { name: title, path },
      ]),
    ],
  })
  return [...tags, feedLink(identity.brand)]
}

export default function JournalPost({ loaderData: { post, properties, prices } }: Route.ComponentProps) {
  useSaveButtons()
  return (
    <>
      <article className="band post">
        <header>
          <p>
            <Link to="/journal" className="link inline-flex min-h-11 items-center text-sm print:hidden" viewTransition>
              Journal
            </Link>
          </p>
          <h1 className="heading-section">{post.title}</h1>
          <PostDay {...post} />
          {post.lead && <p className="post-lead">{post.lead}</p>}
        </header>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the loader makes it of Markdown, without any HTML in it. */}
        <div className="post-text" dangerouslySetInnerHTML={{ __html: post.html }} />
        <footer>
          <p className="text-sm">By {post.author}</p>
          {post.tags.length > 0 && <p className="text-sm">{post.tags.join(', ')}</p>}
        </footer>
      </article>
      {properties.length > 0 && (
        <section aria-labelledby="properties-heading" className="band post-properties">
          <h2 id="properties-heading" className="heading-section">
            {properties.length === 1 ? 'The home to stay in' : 'Homes to stay in'}
          </h2>
          <div>
            {properties.map((property) => (
              <PropertyCard
                key={property.id}
                property={property}
                price={prices.get(property.id)}
                sizes={`${LG} 24rem, ${SM} 33vw, 100vw`}
              />
            ))}
          </div>
        </section>
      )}
    </>
  )
}
