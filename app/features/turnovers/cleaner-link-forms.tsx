import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'

type Home = { id: string; name: string }
type Link = { id: string; name: string; email: string | null; propertyIds: string[] }
type Refused = { fields: Record<string, string>; values: Record<string, string> } | null

/** The form of a new link, or of one that changes. A refused form comes back with what was typed. */
export function CleanerLinkForm({
  link,
  homes,
  refused,
  pending,
}: {
  link?: Link
  homes: Home[]
  refused: Refused
  pending: boolean
}) {
  const chosen = refused?.values.homes?.split(' ') ?? link?.propertyIds ?? homes.map(({ id }) => id)
  const { fields = {}, values } = refused ?? {}
  return (
    <Form method="post" className="admin-form" noValidate>
      <input type="hidden" name="intent" value={link ? 'change' : 'create'} />
      {link && <input type="hidden" name="id" value={link.id} />}
      <TextField
        label="Who is it for?"
        name="name"
        autoComplete="off"
        maxLength={80}
        defaultValue={values?.name ?? link?.name}
        error={fields.name}
      />
      <EmailField
        label="Email"
        hint="Optional. Changes to what they have seen go there at once."
        name="email"
        autoComplete="off"
        defaultValue={values?.email ?? link?.email ?? ''}
        error={fields.email}
      />
      <fieldset className="cleaner-homes" aria-describedby={fields.homes ? 'homes-error' : undefined}>
        <legend>Homes</legend>
        {homes.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" name="homes" value={id} defaultChecked={chosen.includes(id)} /> {name}
          </label>
        ))}
        {fields.homes && (
          <p className="field-error" id="homes-error">
            {fields.homes}
          </p>
        )}
      </fieldset>
      <Button type="submit" variant={link ? 'outline' : 'ember'} pending={pending} pendingText="Saving...">
        {link ? 'Save' : 'Make the link'}
      </Button>
    </Form>
  )
}

/** A new link, to be passed on now: it cannot be shown again. */
export function NewSecret({ name, email, url }: { name: string; email: string | null; url: string }) {
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
