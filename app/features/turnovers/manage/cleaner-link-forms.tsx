import { useEffect, useRef, useState } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { ChangeForm, type FieldsOf, FormChecks, FormText } from '#app/ui/form/change-form.tsx'
import type { NewLink, turnoverChanges } from './turnovers.changes.server.ts'

type Props = {
  /** Absent for a new one. */
  link?: { id: string; name: string; email: string | null; propertyIds: string[] }
  homes: { id: string; name: string }[]
  /** Of a new one: the same form sent again makes no second link. */
  formKey?: string
  /** Changes when what the form begins with does. */
  version: string
  answer: ChangeAnswer<NewLink> | null
}

/** The form of a new link, or of one that changes. */
export function CleanerLinkForm({ link, homes: properties, formKey, version, answer }: Props) {
  const ids = link?.propertyIds ?? properties.map(({ id }) => id)
  return (
    <ChangeForm<typeof turnoverChanges, NewLink>
      intent={link ? 'change' : 'create'}
      id={link?.id}
      version={version}
      stored={{ ...link, homes: ids }}
      answer={answer}
      save={link ? 'Save' : 'Make the link'}
      variant={link && 'outline'}
    >
      {(fields: FieldsOf<typeof turnoverChanges, 'create'>) => (
        <>
          {formKey && <input type="hidden" name={fields.key.name} value={formKey} />}
          <FormText field={fields.name} label="Who is it for?" />
          <FormText
            field={fields.email}
            label="Email"
            hint="Optional. Changes to what they have seen go there at once."
            type="email"
          />
          <FormChecks field={fields.homes} legend="Homes" options={properties.map(({ id, name }) => [id, name])} />
        </>
      )}
    </ChangeForm>
  )
}

/** A new link, to be passed on now: it cannot be shown again. */
export function NewSecret({ name, email, url }: NewLink) {
  const [copied, setCopied] = useState(false)
  const section = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => section.current?.focus(), [])
  const body = `Your turnovers: ${url}\n\nKeep this link to yourself. It needs no password.`
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      // A browser that does not allow it: the text is marked, to be copied by hand.
      () => field.current?.select(),
    )
  return (
    <section ref={section} tabIndex={-1} className="cleaner-secret" aria-labelledby="secret-heading">
      <h2 id="secret-heading">The link for {name}</h2>
      <p>Pass it on now. Only its fingerprint is stored, so it can’t be shown again.</p>
      <input ref={field} readOnly value={url} aria-label={`The link for ${name}`} />
      <div className="turnover-buttons">
        <Button onClick={copy} className="needs-script">
          Copy link
        </Button>
        <a
          className="button button-outline"
          href={`mailto:${email ?? ''}?subject=Your%20turnovers&body=${encodeURIComponent(body)}`}
        >
          Send by email
        </a>
        <a className="button button-outline" href={`sms:?&body=${encodeURIComponent(body)}`}>
          Send as a text
        </a>
      </div>
      <p role="status">{copied && 'Copied.'}</p>
    </section>
  )
}
