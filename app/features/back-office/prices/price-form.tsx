import { type ReactNode, useId } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Preview } from './preview.tsx'
import type { PriceAnswer } from './price-answer.ts'

/** What a form shows: what was typed, after an answer about it, else what is stored. */
export type FormFill = {
  text(name: string, stored?: string | number | null): string
  isChecked(name: string, stored: boolean): boolean
  error(name: string): string | undefined
}

type Props = {
  intent: string
  /** Of one of a list; absent for a new one. */
  id?: string
  version?: string
  /** What opens the form. */
  summary: string
  anchor?: string
  answer: PriceAnswer | null
  save?: string
  /** Whether samples of stays show what it changes. */
  hasPreview?: boolean
  children: (fill: FormFill) => ReactNode
}

/** A form of the prices page, closed until it is opened or was answered. It begins anew when what it shows has changed. */
export function PriceForm(props: Props) {
  return <OpenedForm key={`${props.version} ${props.answer?.at ?? ''}`} {...props} />
}

function OpenedForm({ intent, id, version, summary, anchor, answer, save, hasPreview = true, children }: Props) {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const ownId = useId()
  const mine = answer && answer.values.intent === intent && (answer.values.id ?? '') === (id ?? '') ? answer : null
  const sent = navigation.formData
  const pending = sent?.get('intent') === intent && (sent.get('id') ?? '') === (id ?? '')
  const isAsked = mine?.fields.confirmed !== undefined
  const fill: FormFill = {
    text: (name, stored) => (mine ? (mine.values[name] ?? '') : String(stored ?? '')),
    isChecked: (name, stored) => (mine ? mine.values[name] !== undefined : stored),
    error: (name) => mine?.fields[name],
  }
  const target = anchor ?? ownId
  return (
    <details className="admin-sheet price-form" id={target} open={mine !== null}>
      <summary>{summary}</summary>
      <Form method="post" action={`${pathname}#${target}`} preventScrollReset className="admin-form">
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
        {children(fill)}
        {mine?.preview && <Preview preview={mine.preview} />}
        <p className="price-buttons">
          {isAsked ? (
            <Button type="submit" name="confirmed" value="yes" pending={pending} pendingText="Saving...">
              Save anyway
            </Button>
          ) : (
            <Button type="submit" pending={pending} pendingText="Saving...">
              {save ?? 'Save'}
            </Button>
          )}
          {hasPreview && (
            <Button type="submit" variant="outline" name="preview" value="yes" pending={pending}>
              See what it changes
            </Button>
          )}
        </p>
      </Form>
    </details>
  )
}

/** Removes one of a list. It can be undone, so it asks nothing. */
export function RemoveButton({
  intent,
  id,
  version,
  name,
}: {
  intent: string
  id: string
  version: string
  name: string
}) {
  return (
    <Form method="post" preventScrollReset className="price-remove">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <button type="submit" aria-label={`Remove ${name}`}>
        Remove
      </button>
    </Form>
  )
}
