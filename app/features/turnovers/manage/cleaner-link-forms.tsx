import { useEffect, useRef, useState } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { listOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { RecordRows } from '#app/ui/dashboard/record-rows.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { LINK_COLUMNS, LINK_FIELDS } from './cleaner-links.ts'
import type { NewLink, turnoverChanges } from './turnovers.changes.server.ts'

type Property = { id: string; name: string }
type Link = { id: string; name: string; email: string | null; propertyIds: string[]; version: string }

type Props = {
  links: Link[]
  properties: Property[]
  /** The same form sent again makes no second link. */
  formKey: string
  answer: ChangeAnswer<NewLink> | null
}

/** The links of cleaners, each with its homes. */
export const CleanerLinks = ({ links, properties, formKey, answer }: Props) => (
  <RecordRows
    title="Links for cleaners"
    note="A link opens the turnovers of its homes without an account. Revoke it when somebody leaves."
    noun="link"
    none="No links yet."
    fields={LINK_FIELDS}
    columns={LINK_COLUMNS}
    more={[{ heading: 'Homes', cell: ({ value }) => propertiesOf(value.propertyIds, properties) }]}
    records={links.map((value) => ({ id: value.id, version: value.version, value }))}
    form={{ answer, properties }}
    adding={{
      intent: 'create',
      anchor: 'add-link',
      save: 'Make the link',
      start: { propertyIds: properties.map(({ id }) => id) },
      version: String(links.length),
      formKey,
      // Its answer shows a secret instead of leading on.
      storesDraft: false,
    }}
    change="change"
    extra={({ id, value: { name } }) => (
      <>
        <ChangeButton<typeof turnoverChanges>
          intent="renew"
          id={id}
          variant="outline"
          aria-label={`Replace the link: ${name}`}
        >
          Replace the link
        </ChangeButton>
        <ChangeButton<typeof turnoverChanges>
          intent="revoke"
          id={id}
          variant="outline"
          aria-label={`Revoke the link of ${name}`}
        >
          Revoke
        </ChangeButton>
      </>
    )}
  />
)

function propertiesOf(ids: string[], properties: Property[]): string {
  const own = properties.filter(({ id }) => ids.includes(id))
  return own.length === properties.length && own.length > 1 ? 'All homes' : listOf(own.map(({ name }) => name))
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
