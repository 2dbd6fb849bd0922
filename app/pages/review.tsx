import { data, Link, redirect } from 'react-router'
import { ReviewForm } from '#app/features/reviews/review-form.tsx'
import { ReviewImages } from '#app/features/reviews/review-images.tsx'
import { getReviewPage, reviewForm } from '#app/features/reviews/stay-review.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, readForm, refusalResponse, runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatSpan } from '#app/shared/dates.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/review.ts'

export const handle: PageHandle = { perRequest: true, secret: true }

/** The page on which a guest reviews a stay: anybody with the link of the stay counts as the guest. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getReviewPage(context.get(servicesContext), params.token)
  if (!page) throw data(null, { status: 404 })
  const imageOutcome = new URL(request.url).searchParams.get('image') ?? ''
  return { page, imageOutcome, imagesPath: `/review/${params.token}/photos` }
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const answer = await runForm(reviewForm(params.token), await readForm(request, context))
  if (answer.ok) return redirect(url.pathname, 303)
  return refusalResponse(answer)
}

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { identity } = rootData(matches)
  const description = identity.defaultDescription
  return pageMetadata(identity, { title: 'Review your stay', description, path: location.pathname, noindex: true })
}

export default function Review({ loaderData: { page, imageOutcome, imagesPath }, actionData }: Route.ComponentProps) {
  const { property, author } = page
  const dates = formatSpan(page.checkInDate, page.checkOutDate)
  if (page.state === 'written') {
    const { images, mayAdd } = page
    return (
      <>
        <PageHead
          title="Thank you for your review"
          text={`We read every review of ${property.name}. It’s on its page within a week, good or bad.`}
        >
          <p className="page-ways">
            <Link className="button button-outline" to={property.path}>
              See {property.name}
            </Link>
          </p>
        </PageHead>
        <div className="band">
          <ReviewImages action={imagesPath} outcome={imageOutcome} {...{ images, mayAdd }} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHead
        title={`How was ${property.name}?`}
        text={`Your stay, ${dates}. We publish every review, good or bad.`}
      />
      <div className="band">
        <ReviewForm author={author} refused={actionData ?? null} />
      </div>
    </>
  )
}
