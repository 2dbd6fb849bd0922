import { type ComponentProps, useEffect } from 'react'
import { data, Link, redirect, useLocation } from 'react-router'
import { ArrivalGuide } from '#app/features/bookings/guest-page/arrival-guide.tsx'
import { BookingDetails, StayPrice } from '#app/features/bookings/guest-page/booking-details.tsx'
import { cancelForm } from '#app/features/bookings/guest-page/cancel-booking.server.ts'
import { CancelBooking } from '#app/features/bookings/guest-page/cancel-booking.tsx'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import type { GuestPage } from '#app/features/bookings/guest-page/guest-page.ts'
import { GuestPageHead } from '#app/features/bookings/guest-page/guest-page-head.tsx'
import { HowToPay } from '#app/features/bookings/guest-page/how-to-pay.tsx'
import { NextSteps } from '#app/features/bookings/guest-page/next-steps.tsx'
import { isReplacedToken } from '#app/features/bookings/manage/page/guest-link.server.ts'
import { forgetBooking, storePaying } from '#app/features/bookings/widget/session-storage.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { readForm, refusalResponse, runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/stay.ts'
import '#app/features/bookings/booking-steps.css'
import '#app/features/bookings/quotes/quote-page.css'
import '#app/features/bookings/quotes/quote-head.css'

export const handle: PageHandle = { perRequest: true, secret: true }

/** The guest page: anybody with the link counts as the guest. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const stay = await getGuestPage(services, params.token)
  if (stay) return { stay, theme: stay.theme }
  if (await isReplacedToken(services, params.token)) return data({ stay: null, theme: undefined }, { status: 410 })
  throw data(null, { status: 404 })
}

/** Cancels if the refund is still the one that was shown. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const answer = await runForm(cancelForm(params.token), await readForm(request, context))
  if (answer.ok) return redirect(`/stay/${params.token}`, 303)
  return refusalResponse(answer)
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders?.get('retry-after')
  return { 'cache-control': 'no-store', ...(retryAfter && { 'retry-after': retryAfter }) }
}

/** Also after a refusal: the refund may have changed meanwhile. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  if (!loaderData.stay) {
    const description = identity.defaultDescription
    return pageMetadata(identity, { title: 'Your stay', description, path: location.pathname, noindex: true })
  }
  const { property, checkInDate, checkOutDate } = loaderData.stay
  return pageMetadata(identity, {
    title: `Your stay: ${property.name}, ${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`,
    description: identity.defaultDescription,
    path: location.pathname,
    noindex: true,
  })
}

export default function Stay({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.stay ? <GuestStay stay={loaderData.stay} refused={actionData ?? null} /> : <ReplacedLink />
}

/** An operator replaced the link; whose stay it is, the page does not tell. */
function ReplacedLink() {
  const { site } = useRootData()
  return (
    <PageHead
      title="This link was replaced"
      text={`We emailed the guest a new link to this stay’s page. If you’re the guest and didn’t get it, email ${site.email} and we’ll send it again.`}
    >
      <p className="page-ways">
        <a className="button button-ember" href={`mailto:${site.email}`}>
          Email us
        </a>
        <Link className="button button-outline" to="/contact">
          Contact us
        </Link>
      </p>
    </PageHead>
  )
}

type Props = { stay: GuestPage; refused: ComponentProps<typeof CancelBooking>['refused'] }

function GuestStay({ stay, refused }: Props) {
  const { site } = useRootData()
  const { pathname } = useLocation()
  const isGone = ['cancelled', 'declined', 'expired'].includes(stay.status)
  useEffect(() => {
    if (stay.payPath) storePaying({ payPath: stay.payPath, stayPath: pathname, guestEmail: null })
  }, [stay.payPath, pathname])
  useEffect(() => {
    if (isGone) forgetBooking(pathname)
  }, [isGone, pathname])
  return (
    <>
      <GuestPageHead stay={stay} site={site} />
      <div className="band quote">
        <div>
          {stay.arrivalGuide?.isOpen && <ArrivalGuide stay={stay} />}
          <HowToPay stay={stay} />
          <BookingDetails stay={stay} />
          {stay.arrivalGuide?.isOpen === false && <ArrivalGuide stay={stay} />}
          <StayPrice stay={stay} />
        </div>
        <div>
          <NextSteps stay={stay} />
          <CancelBooking stay={stay} refused={refused} />
        </div>
      </div>
    </>
  )
}
