import { Link } from 'react-router'
import { ImageRow } from '#app/features/media/lightbox/image-row.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormChoice } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { ANSWER_FIELDS, type ManagedReview, WITHHELD } from './managed-reviews.ts'
import type { reviewChanges } from './review.changes.server.ts'

type Props = { review: ManagedReview; answer: ChangeAnswer | null }

export function ReviewItem({ review, answer }: Props) {
  const { id, reference, property, author, stars, body, stayedIn, state, images, version, answerVersion } = review
  return (
    <li>
      <p className="admin-task-title">
        {countOf(stars, 'star')} from {author}
      </p>
      <p className="admin-detail">
        {property}, {stayedIn} ·{' '}
        <Link to={`/admin/bookings/${reference}`} className="link">
          {reference}
        </Link>
      </p>
      <p className="admin-text">{body}</p>
      <ImageRow images={images} />
      <p className="admin-detail">{stateWords(review)}</p>
      <Actions>
        {state !== 'published' && (
          <ChangeButton<typeof reviewChanges>
            intent="publish"
            id={id}
            version={version}
            aria-label={`Publish the review of ${author}`}
          >
            Publish
          </ChangeButton>
        )}
        <RecordForm
          intent="answer"
          id={id}
          version={answerVersion}
          fields={ANSWER_FIELDS}
          value={review}
          summary={review.answer ? 'Change the answer' : 'Answer it'}
          answer={answer}
          save="Save the answer"
          variant="outline"
        />
        {state !== 'withheld' && (
          <ChangeForm<typeof reviewChanges, never, 'withhold'>
            intent="withhold"
            id={id}
            summary="Withhold it"
            answer={answer}
            save="Withhold it"
            variant="outline"
          >
            {(fields) => (
              <>
                <p>The law forbids leaving out a review because it is bad. These are the only reasons:</p>
                <FormChoice field={fields.reason} legend="Reason" options={Object.entries(WITHHELD)} />
              </>
            )}
          </ChangeForm>
        )}
      </Actions>
    </li>
  )
}

function stateWords({ state, on, withheldReason }: ManagedReview): string {
  if (state === 'withheld') return `Withheld: ${withheldReason ? WITHHELD[withheldReason].toLowerCase() : ''}`
  return state === 'coming' ? `Shows by itself on ${on}` : `Shown since ${on}`
}
