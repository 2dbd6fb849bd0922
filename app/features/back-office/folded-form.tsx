import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'

/** What a page says about the form that was posted to it. */
export type FormAnswer = {
  /** When it was answered, so that a second answer fills the form anew. */
  at: string
  message?: string
  fields: Record<string, string>
  values: Record<string, string>
}

/** What a form shows: what was typed, after an answer about it, else what is stored. */
export type FormFill = {
  text(name: string, stored?: string | number | null): string
  isChecked(name: string, stored: boolean): boolean
  error(name: string): string | undefined
}

export type FoldedFormProps<Answer extends FormAnswer> = {
  intent: string
  /** Of one of a list; absent for a new one. */
  id?: string
  version?: string
  /** What opens the form. */
  summary: string
  anchor?: string
  answer: Answer | null
  save?: string
  /** A second button. */
  beside?: ReactNode
  /** `mine` is the answer about this form. */
  children: (fill: FormFill, mine: Answer | null) => ReactNode
}

/** A form of a page with several, closed until it is opened or was answered. It begins anew when what it shows has changed. */
export function FoldedForm<Answer extends FormAnswer>(props: FoldedFormProps<Answer>) {
  return <OpenedForm key={`${props.version} ${props.answer?.at ?? ''}`} {...props} />
}

/** Whether a form is the one that was posted. */
export const isPosted = (values: Record<string, unknown>, { intent, id }: { intent: string; id?: string }) =>
  values.intent === intent && (values.id ?? '') === (id ?? '')

function OpenedForm<Answer extends FormAnswer>(props: FoldedFormProps<Answer>) {
  const { intent, id, version, summary, anchor, answer, save, beside, children } = props
  const location = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const navigation = useNavigation()
  const ownId = useId()
  const mine = answer && isPosted(answer.values, props) ? answer : null
  const sent = navigation.formData
  const pending = sent !== undefined && isPosted(Object.fromEntries(sent), props)
  const isAsked = mine?.fields.confirmed !== undefined
  const fill: FormFill = {
    text: (name, stored) => (mine ? (mine.values[name] ?? '') : String(stored ?? '')),
    isChecked: (name, stored) => (mine ? mine.values[name] !== undefined : stored),
    error: (name) => mine?.fields[name],
  }
  const target = anchor ?? ownId
  // A link to the form opens it, each time that it is pressed.
  useEffect(() => {
    if (!details.current || location.hash !== `#${target}`) return
    details.current.open = true
    details.current.querySelector('summary')?.focus({ preventScroll: true })
  }, [location, target])
  return (
    <details ref={details} className="admin-sheet folded-form" id={target} open={mine !== null}>
      <summary>{summary}</summary>
      <Form method="post" action={`${location.pathname}#${target}`} preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value={intent} />
        {id && <input type="hidden" name="id" value={id} />}
        {version && <input type="hidden" name="version" value={version} />}
        {mine?.message && (
          <div role="alert" className="form-problem">
            {mine.message.split('\n').map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        )}
        {children(fill, mine)}
        <p className="form-buttons">
          {isAsked ? (
            <Button type="submit" name="confirmed" value="yes" pending={pending} pendingText="Saving...">
              Save anyway
            </Button>
          ) : (
            <Button type="submit" pending={pending} pendingText="Saving...">
              {save ?? 'Save'}
            </Button>
          )}
          {beside}
        </p>
      </Form>
    </details>
  )
}
