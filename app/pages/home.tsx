import { EmbedElement } from '#app/features/embeds/embed-element.tsx'
import { providerOf } from '#app/features/embeds/embeds.ts'
import { SearchFallback } from '#app/features/embeds/search/search-fallback.tsx'
import { findPictures } from '#app/features/media/media.server.ts'
import { Picture } from '#app/features/media/picture.tsx'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { PropertyCard } from '#app/features/properties/property-card.tsx'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getHomePage } from '#app/features/site/site.server.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/home.ts'

/** The hero covers its place: where the window is narrow its height decides how wide the picture is. */
const HERO_SIZES = '(max-width: 48rem) 48rem, (max-aspect-ratio: 16/9) 164svh, 100vw'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { config } = services
  const copy = await getHomePage(services)
  const wanted = [copy.hero.picture, copy.yeti.picture, ...copy.whyChoose.cards.map((card) => card.picture)]
  const [homes, stored] = await Promise.all([
    listPropertyCards(services),
    findPictures(
      services,
      wanted.map((picture) => picture.path),
    ),
  ])
  const pictures = wanted.map(({ path, alt }) => {
    const picture = stored.get(path)
    return picture ? { ...picture, alt, placeholder: null } : null
  })
  const embed = providerOf(config.bookingProvider.name).search({
    site: config.bookingProvider.site,
    resultsUrl: '/search',
  })
  return { copy, homes, pictures, embed, builtIn: config.bookingProvider.name === 'built-in' }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity, site } = rootData(matches)
  return pageMetadata(identity, {
    title: site.defaultTitle,
    description: site.defaultDescription,
    keywords: site.defaultKeywords,
    path: '/',
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { copy, homes, pictures, embed, builtIn } = loaderData
  const { site } = useRootData()
  const [hero, yeti, ...why] = pictures
  return (
    <>
      <section className="hero">
        {hero && <Picture picture={hero} sizes={HERO_SIZES} priority className="hero-picture" />}
        <div className="band hero-text">
          <h1 className="heading-hero">{copy.hero.title}</h1>
          <p className="mt-6 max-w-[22rem] text-lead text-pretty">{copy.hero.text}</p>
          <a href="#properties" className="button button-ember mt-8">
            {copy.hero.action}
          </a>
        </div>
      </section>

      <section aria-labelledby="search-heading" className="band search-sill">
        <div className="search-sill-panel">
          <h2 id="search-heading" className="font-display text-xl">
            {copy.searchHeading}
          </h2>
          <EmbedElement
            embed={embed}
            whenLate={
              <p className="py-4 text-sm text-muted">
                The search is taking longer than it should.{' '}
                <a className="link" href="/search">
                  Open the search page
                </a>{' '}
                or{' '}
                <a className="link" href="/contact">
                  write to us
                </a>
                .
              </p>
            }
          >
            {builtIn && <SearchFallback resultsUrl="/search" button="Search" />}
          </EmbedElement>
        </div>
      </section>

      <section className="band band-y grid items-end gap-x-16 gap-y-6 lg:grid-cols-2">
        <h2 className="heading-section">{copy.welcome.heading}</h2>
        <p className="measure">{copy.welcome.text}</p>
      </section>

      <section className="on-night overflow-hidden">
        <div className="band yeti-band">
          <div>
            <h2 className="heading-section">{copy.yeti.heading}</h2>
            <p className="measure mt-6 text-muted">{copy.yeti.text}</p>
          </div>
          {yeti && <Picture picture={yeti} sizes="(min-width: 48rem) 24rem, 70vw" className="yeti-picture" />}
        </div>
      </section>

      <section id="properties" aria-labelledby="properties-heading" className="band band-y scroll-mt-4">
        <h2 id="properties-heading" className="heading-section mb-10">
          {copy.homesHeading}
        </h2>
        <ul className="home-cards">
          {homes.map((home) => (
            <li key={home.id}>
              <PropertyCard home={home} sizes="(min-width: 48rem) 39rem, 100vw" />
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="why-heading" className="band pb-(--band)">
        <h2 id="why-heading" className="heading-section mb-10">
          {copy.whyChoose.heading} {site.brand}
        </h2>
        <ul className="grid gap-8 md:grid-cols-3">
          {copy.whyChoose.cards.map((card, index) => {
            const picture = why[index]
            return (
              <li key={card.title} className="flex flex-col border-t border-ink pt-5">
                <h3 className="font-display text-xl">{card.title}</h3>
                <p className="mt-2 mb-5 text-sm text-muted">{card.text}</p>
                {picture && (
                  <Picture
                    picture={picture}
                    sizes="(min-width: 48rem) 26rem, 100vw"
                    className="mt-auto aspect-[4/3] w-full rounded-md object-cover"
                  />
                )}
              </li>
            )
          })}
        </ul>
      </section>
    </>
  )
}
