import { useEffect, useState } from 'react'
import { data, isRouteErrorResponse, redirectDocument } from 'react-router'
import { getBookingOptions } from '#app/features/availability/availability.server.ts'
import { getBookingTerms } from '#app/features/bookings/booking-payments.server.ts'
import { findOpenQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { bookingForm } from '#app/features/bookings/request/request-form.server.ts'
import { BookingCard, type ChosenStay } from '#app/features/bookings/widget/booking-card.tsx'
import { BookingReceived } from '#app/features/bookings/widget/booking-received.tsx'
import { storePaying } from '#app/features/bookings/widget/session-storage.ts'
import { parentOrigin } from '#app/features/embeds/embeds.server.ts'
import { useParentMessages } from '#app/features/embeds/use-parent-messages.ts'
import { findEnteredPromo } from '#app/features/pricing/promo-codes.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { listLegalDocuments } from '#app/features/site/legal-documents.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { readForm, retryAfterHeaders, runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { draftFromQuery, STAY_KEYS, stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/embed-book.ts'
import '#app/ui/calendar/calendar-grid.css'
import '#app/ui/calendar/calendar-legend.css'
import '#app/features/bookings/widget/booking.css'

/** A page without the shell, framed by other pages. */
export const handle: PageHandle = {
  frame: true,
  query: [...STAY_KEYS, 'place', 'origin'],
  visitorQuery: ['promo', 'quote'],
  nights: true,
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const stay = stayFromQuery(query)
  const [property, booking, documents, terms, promo, quote] = await Promise.all([
    getProperty(services, { id: params.propertyId }),
    getBookingOptions(services, params.propertyId),
    listLegalDocuments(services),
    getBookingTerms(services, params.propertyId),
    findEnteredPromo(services, { typed: query.get('promo'), propertyId: params.propertyId }),
    stay && findOpenQuote(services, { id: query.get('quote') ?? '', propertyId: params.propertyId, stay }),
  ])
  if (!property || !booking) throw data(null, { status: 404 })
  return {
    property: {
      id: property.id,
      name: property.name,
      title: property.title,
      path: property.path,
      slug: property.slug,
      checkInTime: property.checkInTime,
      checkOutTime: property.checkOutTime,
    },
    theme: query.get('place') === 'lake' ? 'lake' : property.theme,
    booking,
    terms: {
      ...terms,
      requestHours: services.config.requestHours,
      cancellation: property.cancellation,
      version: documents.find(({ kind }) => kind === 'terms')?.version ?? null,
    },
    promo,
    stay,
    quote: quote && { ...quote, stay: stayToQuery(quote.stay) },
    draft: query.get('checkin') || query.get('checkout') ? draftFromQuery(query) : null,
    // Not framed: it has its own heading and a way back.
    alone: request.headers.get('sec-fetch-dest') === 'document',
    parent: parentOrigin(query.get('origin'), services.config),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const answer = await runForm(bookingForm(params.propertyId), await readForm(request, context))
  if (answer.ok && answer.booking.payPath) {
    const payPath = `${answer.booking.payPath}?${frameParametersOf(request)}`
    // A post without script goes on at once. The page's script first notes whose payment it is.
    if (request.headers.get('sec-fetch-dest') !== 'empty') return redirectDocument(payPath)
    return data({ ...answer, booking: { ...answer.booking, payPath } }, { status: answer.status })
  }
  return data(answer, { status: answer.status, headers: answer.ok ? {} : retryAfterHeaders(answer) })
}

/** Paying is a separate page, the only one that loads the payment service's script; it runs in the same frame. */
function frameParametersOf(request: Request): URLSearchParams {
  const query = new URL(request.url).searchParams
  return new URLSearchParams(
    ['place', 'origin'].flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  )
}

const UNREACHABLE = 'We couldn’t reach the site. Nothing you typed is lost. Please try again.'

/** A broken connection keeps the form and its idempotency key, so that pressing again cannot book twice. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await serverAction()
    if (!answer.ok || !answer.booking.payPath) return answer
    const { payPath, token, guestEmail } = answer.booking
    storePaying({ payPath: payPath.replace(/\?.*/, ''), stayPath: `/stay/${token}`, guestEmail })
    return redirectDocument(payPath)
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
    const refused = { ok: false as const, status: 503, message: UNREACHABLE, fields: {}, values: {} }
    return data(refused, { status: 503 })
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders?.get('retry-after')
  return new Headers(retryAfter ? { 'retry-after': retryAfter } : {})
}

/** Also after a refusal, when the framework would not reload: nights taken by another guest must show as taken. */
export const shouldRevalidate = ({ actionStatus }: { actionStatus?: number }) => actionStatus !== 503

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  const { name, path } = loaderData.property
  return pageMetadata(identity, {
    title: `Book ${name}`,
    description: identity.defaultDescription,
    path,
    noindex: true,
  })
}

/** Whether the card is as high as the reserved space. It is, until a guest acts, or the frame's width changes. */
function useFillsFrame(initially: boolean): boolean {
  const [fills, setFills] = useState(initially)
  useEffect(() => {
    const { innerWidth } = window
    const stop = () => setFills(false)
    const resize = () => window.innerWidth !== innerWidth && stop()
    window.addEventListener('pointerdown', stop)
    window.addEventListener('keydown', stop)
    window.addEventListener('resize', resize)
    return () => {
      window.removeEventListener('pointerdown', stop)
      window.removeEventListener('keydown', stop)
      window.removeEventListener('resize', resize)
    }
  }, [])
  return fills
}

const NOTHING_CHOSEN: ChosenStay = { total: null, stay: null }

export default function EmbedBook({ loaderData, actionData }: Route.ComponentProps) {
  const { property, booking, stay, parent } = loaderData
  // The revalidation after an action has no document and frame headers.
  const [alone] = useState(loaderData.alone)
  const fills = useFillsFrame(parent === '/' && !alone)
  const received = actionData?.ok ? actionData.booking : null
  const [chosen, setChosen] = useState<ChosenStay | null>(null)
  useParentMessages(received || booking.bookable ? parent : null, received ? NOTHING_CHOSEN : chosen)
  return (
    <main
      aria-labelledby="book"
      className="booking-main on-night"
      data-alone={alone || undefined}
      data-fills={fills || undefined}
    >
      <div className={alone ? 'booking-head' : 'sr-only'}>
        {alone && (
          <a className="booking-back link" href={stay ? `${property.path}?${stayToQuery(stay)}` : property.path}>
            Back to the home
          </a>
        )}
        <h1 id="book" className="heading-small">
          Book {property.title}
        </h1>
      </div>
      {received && (
        <BookingReceived
          booking={received}
          property={property}
          ways={loaderData.terms.ways}
          requestHours={loaderData.terms.requestHours}
          contactPath={contactPath({ stayToken: received.token })}
          stayPath={`/stay/${received.token}`}
        />
      )}
      {!received && !booking.bookable && (
        <div className="booking-card">
          <p>
            This home can’t be booked online right now.{' '}
            <a className="link" href={contactPath({ property: property.slug, stay })} target="_top">
              Contact us about your dates
            </a>
          </p>
        </div>
      )}
      {!received && booking.bookable && (
        <BookingCard
          options={booking}
          draft={loaderData.draft}
          promo={loaderData.promo}
          quote={loaderData.quote}
          terms={loaderData.terms}
          onChoose={setChosen}
          refused={actionData && !actionData.ok ? actionData : null}
        />
      )}
    </main>
  )
}
