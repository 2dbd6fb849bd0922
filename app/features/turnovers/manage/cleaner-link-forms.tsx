import { useEffect, useRef, useState } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { LINK_FIELDS } from './cleaner-links.ts'
import type { NewLink } from './turnovers.changes.server.ts'

type Props = {
  /** Null for a new one. */
  link: { id: string; name: string; email: string | null; propertyIds: string[] } | null
  properties: { id: string; name: string }[]
  /** For a new one: the same form sent again makes no second link. */
  formKey?: string
  /** Changes when the form's initial values do. */
  version: string
  answer: ChangeAnswer<NewLink> | null
}

/** The form of a new link, or of one that changes. */
export const CleanerLinkForm = ({ link, properties, ...form }: Props) => (
  <RecordForm
    {...{ ...form, properties }}
    intent={link ? 'change' : 'create'}
    id={link?.id}
    fields={LINK_FIELDS}
    value={link}
    start={{ propertyIds: properties.map(({ id }) => id) }}
    save={link ? 'Save' : 'Make the link'}
    variant={link ? 'outline' : undefined}
    // Its answer shows a secret instead of leading on.
    storesDraft={link !== null}
  />
)

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
