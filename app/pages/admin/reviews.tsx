import { reviewChanges } from '#app/features/reviews/manage/review.changes.server.ts'
import { ReviewItem } from '#app/features/reviews/manage/review-list.tsx'
import { listReviews } from '#app/features/reviews/manage/reviews-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/reviews.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  reviews: await listReviews(context.get(servicesContext)),
})

export const action = (args: Route.ActionArgs) => changeAction(args, reviewChanges)

export const handle: AdminHandle = { title: 'Reviews' }

export default function Reviews({ loaderData: { reviews }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTop
        title="Reviews"
        facts="Guests are asked two days after a stay. A review shows once you publish it, or after a week."
      />
      {reviews.length === 0 && <p className="text-muted">None yet.</p>}
      <Card>
        <ul className="admin-list">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} answer={actionData ?? null} />
          ))}
        </ul>
      </Card>
    </>
  )
}
