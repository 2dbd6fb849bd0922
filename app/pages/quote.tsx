import { data, useSearchParams } from 'react-router'
import { QuoteHead } from '#app/features/bookings/quotes/quote-head.tsx'
import { getQuotePage } from '#app/features/bookings/quotes/quote-page.server.ts'
import { currentPrice } from '#app/features/bookings/quotes/quote-page.ts'
import { QuotePrice } from '#app/features/bookings/quotes/quote-price.tsx'
import { QuoteSplit } from '#app/features/bookings/quotes/quote-split.tsx'
import { QuoteToday } from '#app/features/bookings/quotes/quote-today.tsx'
import { ogImageOf } from '#app/features/media/og-images.server.ts'
import { PropertyLocation } from '#app/features/properties/map/property-location.tsx'
import { propertyOgImage } from '#app/features/properties/og-image.server.ts'
import { PropertyFacts } from '#app/features/properties/page/property-facts.tsx'
import { PropertyRooms } from '#app/features/properties/page/property-rooms.tsx'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import type { Route } from './+types/quote.ts'
import '#app/features/bookings/quotes/quote-page.css'
import '#app/features/bookings/quotes/quote-head.css'

export const handle: PageHandle = { perRequest: true, secret: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const page = await getQuotePage(services, params.token)
  if (!page) throw data(null, { status: 404 })
  const view = await getProperty(services, { slug: page.property.path.replace('/property/', '') })
  return {
    page,
    view,
    share: view && ogImageOf(propertyOgImage(view, await getSite(services)), services.config),
    theme: page.property.theme,
    asked: `?${stayToQuery(page.stay)}`,
  }
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

/** Splitting the price needs no new data from the server. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  const { property, stay } = loaderData.page
  const { total, nights } = currentPrice(loaderData.page)
  return pageMetadata(identity, {
    title: `${property.name}, ${formatDate(stay.checkIn)} to ${formatDate(stay.checkOut)}`,
    description: `${formatAmount(total)} total for ${countOf(nights, 'night')}, taxes and fees included. ${partyWords(stay)}.`,
    image: loaderData.share,
    path: location.pathname,
    noindex: true,
  })
}

/** The number of shares in the URL. */
function partsIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d?$/.test(text) ? Number(text) : null
}

export default function Quote({ loaderData }: Route.ComponentProps) {
  const { page, view } = loaderData
  const { property, stay } = page
  const { brand, siteUrl } = useRootData().identity
  const [query] = useSearchParams()
  return (
    <>
      <QuoteHead page={page} view={view} site={{ brand, siteUrl }} />
      <div className="band quote">
        <div>
          <QuotePrice page={page} />
        </div>
        <div>
          <QuoteToday page={page} />
          <QuoteSplit
            page={page}
            people={partsIn(query.get('people')) ?? stay.adults + stay.children}
            rooms={partsIn(query.get('rooms')) ?? Math.max(1, property.bedrooms)}
          />
        </div>
      </div>
      {view && (
        <div className="band quote-property">
          <PropertyFacts property={view} />
          <PropertyRooms property={view} />
          <PropertyLocation map={view.map} />
        </div>
      )}
    </>
  )
}
