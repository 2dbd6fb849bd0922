import { renderToStaticMarkup } from 'react-dom/server'
import { listCardPrices } from '#app/features/availability/card-prices.server.ts'
import { listStayOffers } from '#app/features/availability/stay-offers.server.ts'
import { EmbedElement } from '#app/features/embeds/embed-element.tsx'
import { findImages } from '#app/features/media/media.server.ts'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { PropertyCard } from '#app/features/properties/card/property-card.tsx'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { SearchFallback } from '#app/features/search/form/search-fallback.tsx'
import { getLastDays, listPlaces } from '#app/features/search/search.server.ts'
import { organizationSchemas } from '#app/features/site/organization.server.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getHomePage, getSite } from '#app/features/site/site.server.ts'
import { heroImageAt } from '#app/features/site/site.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { providerOf } from '#app/shared/booking-providers.ts'
import { MAX_SM, MAX_XL, MD, SM, XL } from '#app/shared/breakpoints.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/home.ts'

/** Where hero.css uses the layout for phones and upright tablets. */
const HERO_CUTS = [
  { cut: 'phone', media: MAX_SM },
  { cut: 'tablet', media: `${MAX_XL} and (aspect-ratio <= 1)` },
] as const

// The names of `STAY_KEYS`, written out: that module comes with code that this page does not need.
export const handle: PageHandle = {
  sitemap: true,
  nights: true,
  query: ['checkin', 'checkout', 'adults', 'children', 'pets', 'infants'],
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { name, site } = services.config.bookingProvider
  const { hero, gift, whyChoose, ...copy } = await getHomePage(services)
  const { title, text, action } = hero
  const image = heroImageAt(hero, services.clock.now())
  const wanted = [image, gift?.image, ...whyChoose.cards.map((card) => card.image)].flatMap((one) => one?.path ?? [])
  const { phone = '', tablet = '' } = image ?? {}
  const [properties, stored] = await Promise.all([
    listPropertyCards(services),
    findImages(services, [...wanted, phone, tablet]),
  ])
  const stay = stayFromQuery(new URL(request.url).searchParams)
  const offers = await listStayOffers(services, stay, properties)
  const prices = await listCardPrices(services, { stay, offers, listed: properties })
  const asked = stay ? `?${stayToQuery(stay)}` : ''
  const shown = <T extends { image?: { path: string; alt: string } | undefined }>({ image, ...rest }: T) => {
    const found = image && stored.get(image.path)
    return { ...rest, image: found ? { ...found, alt: image.alt, placeholder: null } : null }
  }
  const [cover = null] = properties[0]?.images ?? []
  const crops = HERO_CUTS.flatMap(({ cut, media }) => {
    const image = stored.get({ phone, tablet }[cut])
    return image ? [{ media, sizes: '88vw', image: { ...image, placeholder: null } }] : []
  })
  return {
    schemas: organizationSchemas(await getSite(services), services.config),
    copy,
    hero: {
      title,
      text,
      action,
      image: image ? shown({ image }).image : cover && { ...cover, placeholder: null },
      crops,
    },
    gift: gift && shown(gift),
    whyChoose: { heading: whyChoose.heading, cards: whyChoose.cards.map(shown) },
    properties: properties.map((property) => ({
      property: { ...property, path: property.path + asked },
      price: prices.get(property.id),
    })),
    comparison:
      properties.length > 1 &&
      comparisonPath(
        properties.map(({ slug }) => slug),
        stay,
      ),
    embed: providerOf(name).search?.({ site, resultsUrl: '/search' }) ?? null,
    builtIn: name === 'built-in',
    // A form that the provider's script replaces needs no code of this page.
    form: renderToStaticMarkup(
      name === 'built-in' ? (
        <SearchFallback places={await listPlaces(services)} last={await getLastDays(services)} />
      ) : (
        <SearchFallback />
      ),
    ),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity, site } = rootData(matches)
  return pageMetadata(identity, {
    title: site.defaultTitle,
    description: site.defaultDescription,
    keywords: site.defaultKeywords,
    path: '/',
    schemas: loaderData?.schemas,
  })
}

export default function Property({ loaderData }: Route.ComponentProps) {
  const { copy, hero, gift, whyChoose, properties, comparison } = loaderData
  const { site } = useRootData()
  if (properties.length === 0) return <OpeningSoon />
  return (
    <>
      <section className="hero under-header">
        <div className="band hero-words">
          <h1 className="heading-hero">{hero.title}</h1>
          <p>{hero.text}</p>
          <a href="#properties" className="button button-ember print:hidden">
            {hero.action}
          </a>
        </div>
        {hero.image && <ResponsiveImage image={hero.image} crops={hero.crops} sizes="max(100vw, 75rem)" priority />}
      </section>

      <SearchSection heading={copy.searchHeading} {...loaderData} />

      <section className="band band-y welcome">
        <h2 className="heading-section">{copy.welcome.heading}</h2>
        <p className="measure">{copy.welcome.text}</p>
      </section>

      {gift && (
        <section className="on-night gift">
          <div className="band gift-band">
            <div>
              <h2 className="heading-section">{gift.heading}</h2>
              <p className="measure">{gift.text}</p>
            </div>
            {gift.image && <ResponsiveImage image={gift.image} sizes={`${SM} 30rem, 80vw`} />}
          </div>
        </section>
      )}

      <section
        id="properties"
        tabIndex={-1}
        aria-labelledby="properties-heading"
        className="band band-y home-properties"
      >
        <h2 id="properties-heading" className="heading-section">
          {copy.propertiesHeading}
        </h2>
        <ul className="property-cards">
          {properties.map(({ property, price }) => (
            <li key={property.id}>
              <PropertyCard property={property} price={price} sizes={`${XL} 35rem, ${MD} 44vw, 92vw`} />
            </li>
          ))}
        </ul>
        {comparison && (
          <p className="mt-12">
            <a className="button button-outline" href={comparison}>
              Compare homes
            </a>
          </p>
        )}
      </section>

      <WhySection heading={`${whyChoose.heading} ${site.brand}`} cards={whyChoose.cards} />
    </>
  )
}

/** The page of a site without any home that guests may see yet. */
function OpeningSoon() {
  const { site } = useRootData()
  return (
    <section className="band band-y">
      <h1 className="heading-section">{site.brand}</h1>
      <p className="measure">
        Opening soon. Until then, write to{' '}
        <a href={`mailto:${site.email}`} className="link">
          {site.email}
        </a>
        .
      </p>
    </section>
  )
}

type PageData = Route.ComponentProps['loaderData']

/** The provider's search; a plain form until its script runs, and where it has none. */
function SearchSection({ heading, embed, builtIn, form }: { heading: string } & PageData) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the loader renders it
  const plainForm = <div dangerouslySetInnerHTML={{ __html: form }} />
  return (
    <section aria-labelledby="search-heading" className="band sill">
      <div>
        <h2 id="search-heading">{heading}</h2>
        {embed ? (
          <EmbedElement
            embed={embed}
            instead={!builtIn && plainForm}
            whenLate={
              <p className="py-4 text-sm text-muted">
                The search is taking longer than it should.{' '}
                <a className="link" href="/contact">
                  Contact us
                </a>
              </p>
            }
          >
            {builtIn && plainForm}
          </EmbedElement>
        ) : (
          plainForm
        )}
      </div>
    </section>
  )
}

function WhySection({ heading, cards }: PageData['whyChoose']) {
  return (
    <section aria-labelledby="why-heading" className="band why">
      <h2 id="why-heading" className="heading-section">
        {heading}
      </h2>
      <ul>
        {cards.map(({ title, text, image, facts }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            {image && <ResponsiveImage image={image} sizes={`${MD} 24rem, 92vw`} />}
            <ul>
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
