import { useEffect, useRef, useState } from 'react'
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { isReplacedToken } from '#app/features/bookings/manage/page/guest-link.server.ts'
import { checkPayment, findPayPathOfStay, getPaymentPage } from '#app/features/bookings/payments/payment-page.server.ts'
import { PayCard } from '#app/features/bookings/widget/pay-card.tsx'
import { PayOutcome } from '#app/features/bookings/widget/pay-outcome.tsx'
import { parentOrigin } from '#app/features/embeds/embeds.server.ts'
import { useParentMessages } from '#app/features/embeds/use-parent-messages.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/embed-pay.ts'
import '#app/features/bookings/widget/booking.css'
import '#app/features/bookings/widget/pay.css'

/** A page without the shell, and a separate document: the only one that loads the payment service's script. */
export const handle: PageHandle = { frame: true, payment: true, perRequest: true, secret: true }

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { pathname, search, searchParams } = url
  const step = await getPaymentPage(services, params.token, { isBack: searchParams.has('payment_intent') })
  if (!step) {
    const payPath = await findPayPathOfStay(services, params.token)
    if (payPath) return redirect(payPath)
    // The page of the stay says that the link was replaced, and whom to ask.
    if (await isReplacedToken(services, params.token)) return redirect(`/stay/${params.token}`)
    throw data(null, { status: 404 })
  }
  const { checkInDate: checkIn, checkOutDate: checkOut, party } = step.stay
  // The parent origin and the theme are passed on to the frame in which nights are chosen.
  const frameParameters = ['place', 'origin'].flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return {
    step,
    theme: searchParams.get('place') === 'lake' ? 'lake' : step.property.theme,
    parent: parentOrigin(searchParams.get('origin'), services.config),
    // Not framed: it has its own way back.
    alone: request.headers.get('sec-fetch-dest') === 'document',
    pathname,
    payPath: pathname + search,
    bookPath: `/embed/book/${step.property.id}?${stayToQuery({ checkIn, checkOut, ...party })}&${new URLSearchParams(frameParameters)}`,
  }
}

/** After the bank's approval: the booking is confirmed now, whether or not the webhook has arrived. */
export async function action({ params, context }: Route.ActionArgs) {
  const settled = await checkPayment(context.get(servicesContext), params.token)
  if (!settled) throw data(null, { status: 404 })
  if (!settled.open) return { message: '', unavailable: false }
  if (!settled.known) return { message: unavailableText('the payment service'), unavailable: true }
  return { message: 'Your bank hasn’t approved the payment yet. Try again or use another card.', unavailable: false }
}

const unavailableText = (who: string) =>
  `Your bank approved the payment, but ${who} isn’t responding right now. You won’t be charged twice. Please check again in a moment. We’ll also email you as soon as your stay is booked.`

/** An outage during payment does not lose the payment: the next visit of the page finds it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const settled = await serverAction()
    return settled.unavailable ? data(settled, { status: 503 }) : settled
  } catch (error) {
    if (isRouteErrorResponse(error) && error.status < 500) throw error
    return data({ message: unavailableText('our site'), unavailable: true }, { status: 503 })
  }
}

export const shouldRevalidate = ({ actionStatus }: { actionStatus?: number }) => actionStatus !== 503

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  return pageMetadata(identity, {
    title: `Pay for ${loaderData.step.property.name}`,
    description: identity.defaultDescription,
    path: location.pathname,
    noindex: true,
  })
}

export default function EmbedPay({ loaderData, actionData }: Route.ComponentProps) {
  const { step, parent, pathname, payPath, bookPath } = loaderData
  // The revalidation after paying has no document and frame headers.
  const [alone] = useState(loaderData.alone)
  const { stay, pay, status, cancellation, property } = step
  useParentMessages(parent, { total: null, stay: null })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // In a frame as tall as the calendar and the form, the guest would be left below its end.
    if (window.parent !== window) heading.current?.focus()
  }, [])
  const dates = `${formatDate(stay.checkInDate)} to ${formatDate(stay.checkOutDate)}, ${partyWords(stay.party)}`
  const { checkInDate: checkIn, checkOutDate: checkOut } = stay
  const toContact = contactPath({ property: property.slug, stay: { checkIn, checkOut } })
  return (
    <main aria-labelledby="pay" className="booking-main on-night" data-alone={alone || undefined}>
      <div className="booking-head">
        {alone && (
          <a className="booking-back link" href={`/property/${property.slug}`}>
            Back to the home
          </a>
        )}
        <h1 id="pay" ref={heading} tabIndex={-1} className="heading-small">
          {pay ? `Pay for ${property.name}` : property.name}
        </h1>
      </div>
      {pay ? (
        <PayCard
          propertyId={property.id}
          payment={pay}
          dates={dates}
          total={stay.total}
          later={step.later}
          cancellation={cancellation}
          contactPath={toContact}
          settled={actionData ?? null}
        />
      ) : (
        <PayOutcome
          status={status}
          link={step.link}
          reference={stay.reference}
          dates={dates}
          paid={step.paid}
          stay={{ propertyId: property.id, checkIn, checkOut }}
          pathname={pathname}
          payPath={payPath}
          bookPath={bookPath}
          contactPath={toContact}
        />
      )}
    </main>
  )
}
