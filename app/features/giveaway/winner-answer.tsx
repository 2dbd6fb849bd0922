import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { prizeCodeRows, type WinnerPage } from './rounds.ts'

type Props = { winner: WinnerPage; refused: { message: string } | null }

/** The winner's actions: answer, agree to be named, and book with the code. */
export function WinnerAnswer({ winner, refused }: Props) {
  const { state, answerBy, code } = winner
  return (
    <div className="band band-y">
      <div className="flex max-w-[46rem] flex-col gap-8">
        {refused && (
          <p role="alert" className="field-error">
            {refused.message}
          </p>
        )}
        {state === 'open' && (
          <p>
            Please answer by <strong>{answerBy}</strong>. If we don’t hear from you by then, we draw another entry.
            Accepting is free. We’ll never ask you for money or card details to claim the prize.
          </p>
        )}
        {code && (
          <>
            <dl className="flex flex-col gap-3">
              {prizeCodeRows(code).map(([name, value]) => (
                <div key={name}>
                  <dt className="text-sm text-muted">{name}</dt>
                  <dd className="text-lg">{value}</dd>
                </div>
              ))}
            </dl>
            <a className="button button-ember self-start" href={code.path}>
              Choose your dates
            </a>
          </>
        )}
        {(state === 'open' || state === 'accepted') && <AnswerForm winner={winner} />}
      </div>
    </div>
  )
}

function AnswerForm({ winner: { state, publicName, isNamed } }: Pick<Props, 'winner'>) {
  const sent = useNavigation().formData?.get('answer')
  return (
    <Form method="post" className="flex flex-col gap-6">
      <label className="consent">
        <input type="checkbox" name="isNamed" value="yes" defaultChecked={isNamed} />
        <span>
          You may name me on your site as “{publicName}”. <span className="text-muted">Optional.</span>
        </span>
      </label>
      <div className="flex flex-wrap gap-4">
        {state === 'open' ? (
          <>
            <Button type="submit" name="answer" value="accepted" pending={sent === 'accepted'} pendingText="Sending...">
              Accept the prize
            </Button>
            <Button
              type="submit"
              name="answer"
              value="declined"
              variant="outline"
              pending={sent === 'declined'}
              pendingText="Sending..."
            >
              Decline the prize
            </Button>
          </>
        ) : (
          <Button
            type="submit"
            name="answer"
            value="accepted"
            variant="outline"
            pending={sent === 'accepted'}
            pendingText="Saving..."
          >
            Save my choice
          </Button>
        )}
      </div>
    </Form>
  )
}
