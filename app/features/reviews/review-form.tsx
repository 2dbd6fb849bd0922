import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { AreaField, TextField } from '#app/ui/form/field.tsx'
import './review-form.css'

type Props = {
  author: string
  refused: { message: string; fields: Record<string, string>; values: Record<string, string> } | null
}

const STARS = { 5: 'Excellent', 4: 'Good', 3: 'Fair', 2: 'Poor', 1: 'Bad' }

/** Stars, words and a first name. */
export function ReviewForm({ author, refused }: Props) {
  const pending = useNavigation().state !== 'idle'
  const { fields = {}, values = {} } = refused ?? {}
  return (
    <Form method="post" noValidate className="review-form">
      {refused && (
        <p role="alert" className="field-error">
          {refused.message}
        </p>
      )}
      <fieldset aria-describedby={fields.stars && 'stars-error'}>
        <legend>Your stay</legend>
        {Object.entries(STARS)
          .toReversed()
          .map(([stars, words]) => (
            <label key={stars}>
              <input type="radio" name="stars" value={stars} defaultChecked={values.stars === stars} required />{' '}
              <span>
                {stars} {stars === '1' ? 'star' : 'stars'}: {words}
              </span>
            </label>
          ))}
        {fields.stars && (
          <p id="stars-error" className="field-error">
            {fields.stars}
          </p>
        )}
      </fieldset>
      <AreaField
        label="What was it like?"
        name="body"
        rows={6}
        required
        defaultValue={values.body}
        error={fields.body}
      />
      <TextField
        label="First name"
        hint="Shown with the month of your stay, and nothing else about you"
        name="author"
        autoComplete="given-name"
        required
        defaultValue={values.author ?? author}
        error={fields.author}
      />
      <Button type="submit" pending={pending} pendingText="Sending...">
        Send review
      </Button>
    </Form>
  )
}
