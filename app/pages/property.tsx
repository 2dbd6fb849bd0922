import { lazy, Suspense, useState } from 'react'
import { data, Link, redirect, useLocation } from 'react-router'
import { getStayTotal } from '#app/features/availability/availability.server.ts'
import { listCardPrices } from '#app/features/availability/card-prices.server.ts'
import { getNextOpen, getUnavailableStay } from '#app/features/availability/next-open.server.ts'
import type { NextOpen } from '#app/features/availability/next-open.ts'
import { NextOpenLink, UnavailableNote } from '#app/features/availability/next-open-link.tsx'
import { listStayOffers } from '#app/features/availability/stay-offers.server.ts'
import { getBookingTerms } from '#app/features/bookings/booking-payments.server.ts'
import { paymentWords } from '#app/features/bookings/payment-plan.ts'
import { findOpenQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { BookingBar, type Choice } from '#app/features/embeds/booking-bar.tsx'
import { BookingPanel } from '#app/features/embeds/booking-panel.tsx'
import { ogImageOf } from '#app/features/media/og-images.server.ts'
import { OtherProperties } from '#app/features/properties/card/other-properties.tsx'
import { SaveButton } from '#app/features/properties/card/save-button.tsx'
import { useSaveButtons } from '#app/features/properties/card/use-save-buttons.ts'
import { PropertyGallery } from '#app/features/properties/gallery/property-gallery.tsx'
import { PropertyMosaic } from '#app/features/properties/gallery/property-mosaic.tsx'
import { SectionImage } from '#app/features/properties/gallery/section-image.tsx'
import { type Draft, findUnpublished } from '#app/features/properties/manage/list/unpublished-property.server.ts'
import { PropertyLocation } from '#app/features/properties/map/property-location.tsx'
import { propertyOgImage } from '#app/features/properties/og-image.server.ts'
import { GoodToKnow } from '#app/features/properties/page/good-to-know.tsx'
import { PrintHeader } from '#app/features/properties/page/print-header.tsx'
import { PropertyAmenities } from '#app/features/properties/page/property-amenities.tsx'
import { PropertyDetails } from '#app/features/properties/page/property-details.tsx'
import { PropertyFacts } from '#app/features/properties/page/property-facts.tsx'
import { PropertyHost } from '#app/features/properties/page/property-host.tsx'
import { PropertyQuestions, questionsSchema } from '#app/features/properties/page/property-questions.tsx'
import { PropertyReviews } from '#app/features/properties/page/property-reviews.tsx'
import { PropertyRooms } from '#app/features/properties/page/property-rooms.tsx'
import { PropertyStory } from '#app/features/properties/page/property-story.tsx'
import { SectionLinks } from '#app/features/properties/page/section-links.tsx'
import { getProperty, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { vacationRentalSchema } from '#app/features/properties/vacation-rental.ts'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { isAllowed, operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { providerOf } from '#app/shared/booking-providers.ts'
import { breadcrumbs } from '#app/shared/breadcrumbs.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { WAY_BACK, wayBack, wayBackWith } from '#app/shared/paths/way-back.ts'
import { STAY_KEYS, type Stay, stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/property.ts'

/** How many other properties are listed at the end of the page: one row. */
const OTHER_PROPERTIES = 3

export const handle: PageHandle = {
  sitemap: 'by-feature',
  query: [...STAY_KEYS, WAY_BACK],
  visitorQuery: ['promo', 'quote'],
  nights: true,
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { bookingProvider } = services.config
  const [published, cards] = await Promise.all([
    getProperty(services, { slug: params.slug }),
    listPropertyCards(services),
  ])
  const isOperator = () => isAllowed(context.get(operatorAccessContext), request, 'content:read')
  const found = published
    ? { property: published, draft: null }
    : await findUnpublished(services, params.slug, isOperator)
  if (!found) throw data(null, { status: 404 })
  if ('to' in found) throw redirect(found.to.replace(/(?=#|$)/, new URL(request.url).search), 301)
  const { property, draft } = found
  const embed = providerOf(bookingProvider.name).booking({
    site: bookingProvider.site,
    propertyReference: bookingProvider.name === 'built-in' ? property.id : property.bookingReference,
    theme: property.theme,
  })
  const isOurs = bookingProvider.name === 'built-in' && property.hasRates
  const payment = isOurs ? paymentWords(await getBookingTerms(services, property.id)) : null
  const query = new URL(request.url).searchParams
  const stay = stayFromQuery(query)
  const others = cards
    .filter(({ id }) => id !== property.id)
    .slice(0, OTHER_PROPERTIES)
    // Their other images would not fit into the first round trip.
    .map((card) => ({ ...card, images: [] }))
  const listed = [property, ...others]
  const offers = await listStayOffers(services, stay, listed)
  const prices = await listCardPrices(services, { stay, offers, listed })
  const ownTotal = offers.get(property.id)?.price?.total ?? null
  const asked = stay ? await getAskedTotal(services, { query, stay, propertyId: property.id }) : undefined
  const total = asked === undefined ? ownTotal : asked
  const share = ogImageOf(propertyOgImage(property, await getSite(services)), services.config)
  return {
    property,
    draft,
    share,
    theme: property.theme,
    embed,
    total,
    payment,
    nextOpen: total === null ? await getNextOpen(services, property.id) : null,
    unavailable:
      stay && total === null && ownTotal === null
        ? await getUnavailableStay(services, { ...stay, propertyId: property.id })
        : null,
    bookable: property.hasRates || bookingProvider.name !== 'built-in',
    others,
    prices,
    asked: stay ? `?${stayToQuery(stay)}` : '',
    back: wayBack(query.get('from')),
  }
}

/** The total of a code in the address, or of an operator's offer; undefined without either. */
async function getAskedTotal(
  services: Services,
  { query, ...asked }: { query: URLSearchParams; stay: Stay; propertyId: string },
): Promise<Cents | null | undefined> {
  const typedCode = query.get('promo')
  if (typedCode) return getStayTotal(services, { ...asked.stay, propertyId: asked.propertyId, typedCode })
  const quote = await findOpenQuote(services, { ...asked, id: query.get('quote') ?? '' })
  return quote?.offer?.total
}

/** The stay is read from the URL in the browser; a changed stay needs no new data from the server. */
export const shouldRevalidate = ({
  currentParams,
  nextParams,
}: {
  currentParams: { slug?: string }
  nextParams: { slug?: string }
}) => currentParams.slug !== nextParams.slug

function offeredStay(open: NextOpen | null) {
  const stay = open?.dates ? stayFromQuery(new URLSearchParams(open.query)) : null
  return stay && open?.dates
    ? { ...stay, guests: stay.adults + stay.children, query: open.query, total: open.cents }
    : null
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  const { property, share } = loaderData
  const said = property.presentation.metadata
  return pageMetadata(identity, {
    title: said?.title || property.title,
    description: said?.description || property.description,
    keywords: said?.keywords,
    path: property.path,
    image: share,
    noindex: !property.isListed,
    schemas: [
      vacationRentalSchema(property, identity.siteUrl, offeredStay(loaderData.nextOpen)),
      breadcrumbs(identity, [property]),
      questionsSchema(property.presentation.questions),
    ].filter((schema) => schema !== null),
  })
}

export default function PropertyPage({ loaderData }: Route.ComponentProps) {
  return <Property key={loaderData.property.id} {...loaderData} />
}

type Loaded = Route.ComponentProps['loaderData']

// Guests never load the additional parts of a draft's page.
const DraftNote = lazy(() => import('#app/features/properties/page/draft-note.tsx'))
const EmptySection = lazy(() => import('#app/features/properties/page/empty-section.tsx'))

/** The place of an empty section of a draft. */
function Empty({ draft, section }: { draft: Draft | null; section: keyof Draft['empty'] }) {
  const empty = draft?.empty[section]
  return empty ? (
    <Suspense>
      <EmptySection {...empty} />
    </Suspense>
  ) : null
}

function Property(loaded: Loaded) {
  const { property, draft, embed, bookable, asked, total, payment, nextOpen, unavailable } = loaded
  useSaveButtons()
  const query = new URLSearchParams(useLocation().search)
  const stay = stayFromQuery(query)
  const [choice, setChoice] = useState<Choice>(
    total === null ? { total, stay: null } : { total: formatAmount(total), stay },
  )
  const [actionInView, setActionInView] = useState(false)
  const chosen = choice.stay ? stayToQuery(choice.stay) : asked.slice(1)
  const hasOwnFrame = bookable && embed.kind === 'frame' && embed.origin === null
  const { site, identity } = useRootData()
  return (
    <>
      <article data-stay={chosen} className="property band pt-10 pb-(--section-space)">
        {draft && (
          <Suspense>
            <DraftNote slug={draft.slug} />
          </Suspense>
        )}
        <PropertyHeader loaded={loaded} chosen={chosen} />
        <PrintHeader
          property={property}
          stay={stay}
          email={site.email}
          address={`${identity.siteUrl}${property.path}`}
        />
        <div className="property-images">
          <PropertyMosaic property={property} />
          <Empty draft={draft} section="images" />
        </div>
        <PropertyFacts property={property} />
        <SectionLinks property={property} />
        <div className="property-columns">
          <div className="property-main">
            <PropertyMain property={property} draft={draft} />
          </div>
          <BookingPanel
            embed={embed}
            bookable={bookable}
            nearest={unavailable?.nearest.length ?? 0}
            stay={stay}
            price={{ promo: query.get('promo'), quote: query.get('quote') }}
            heading={property.presentation.bookingHeading}
            contactPath={contactPath({ property: property.slug, stay })}
            terms={payment && `${payment.sentence} ${property.cancellation}`}
            total={choice.total}
            onChoice={setChoice}
            onActionInView={setActionInView}
          />
        </div>
        <PropertyEnd loaded={loaded} stay={choice.stay ?? stay} chosen={chosen} />
      </article>
      <BookingBar
        {...choice}
        bookable={bookable}
        nextOpen={nextOpen}
        payment={payment?.brief ?? null}
        unavailable={unavailable}
        actionInView={hasOwnFrame ? actionInView : null}
      />
    </>
  )
}

function PropertyMain({ property, draft }: Pick<Loaded, 'property' | 'draft'>) {
  return (
    <>
      <PropertyStory property={property} />
      <Empty draft={draft} section="story" />
      <SectionImage property={property} at={0} width="column" />
      <PropertyRooms property={property} />
      <Empty draft={draft} section="rooms" />
      <SectionImage property={property} at={1} width="column" />
      <PropertyDetails property={property} />
      <PropertyGallery property={property} isDraft={draft !== null} />
      <PropertyAmenities property={property} />
      <Empty draft={draft} section="amenities" />
      <PropertyReviews reviews={property.reviews} />
      <Empty draft={draft} section="reviews" />
    </>
  )
}

/** `chosen` is the stay as it is in addresses. */
function PropertyHeader({ loaded, chosen }: { loaded: Loaded; chosen: string }) {
  const { property, asked, back, total, nextOpen, unavailable } = loaded
  return (
    <header>
      {back && (
        <p>
          <Link
            to={chosen === asked.slice(1) ? back.path : wayBackWith(back.path, chosen)}
            className="link inline-flex min-h-11 items-center text-sm print:hidden"
            viewTransition
          >
            {back.words}
          </Link>
        </p>
      )}
      <p className="flex items-center justify-between text-sm">
        <span className="text-muted">{property.location}</span>
        <SaveButton slug={property.slug} name={property.name} />
      </p>
      <h1 className="heading-property mt-1 max-w-[22em]">{property.title}</h1>
      {total === null && !unavailable && <NextOpenLink open={nextOpen} />}
      {unavailable && <UnavailableNote unavailable={unavailable} />}
    </header>
  )
}

function PropertyEnd({ loaded, stay, chosen }: { loaded: Loaded; stay: Stay | null; chosen: string }) {
  const { property, draft, others, prices, payment } = loaded
  const { site } = useRootData()
  const accessPath = site.legal.find(({ path }) => path === '/accessibility')?.path ?? null
  return (
    <div className="property-end">
      <SectionImage property={property} at={2} width="page" />
      <PropertyLocation map={property.map} />
      <Empty draft={draft} section="surroundings" />
      <GoodToKnow property={property} payment={payment?.sentence ?? null} accessPath={accessPath} />
      <PropertyQuestions questions={property.presentation.questions} />
      <Empty draft={draft} section="questions" />
      <PropertyHost host={property.host} />
      <Empty draft={draft} section="host" />
      <OtherProperties
        properties={others}
        prices={prices}
        query={chosen && `?${chosen}`}
        comparison={comparisonPath(
          [property, ...others].map(({ slug }) => slug),
          stay,
        )}
      />
    </div>
  )
}
