import { Link } from 'react-router'
import { PROPERTY_STATUSES, type PropertyStatus, STATUS_WORDS } from '#app/features/properties/property-status.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormChoice, FormText } from '#app/ui/form/change-form.tsx'
import type { propertyRowChanges } from './property-row.changes.server.ts'
import { type Missing, propertyPath } from './publish-check.ts'

type Overview = {
  slug: string
  name: string
  status: PropertyStatus
  missing: Missing[]
  versions: { status: string; address: string }
  siteUrl: string
}
type Props = { property: Overview; answer: ChangeAnswer | null }

const STATUSES = PROPERTY_STATUSES.map((status) => {
  const { label, meaning } = STATUS_WORDS[status]
  return [status, `${label}. ${meaning}`] as const
})

/** The status of the home for guests, and the form that changes it. */
export function StatusSection({ property, answer }: Props) {
  const { label, meaning } = STATUS_WORDS[property.status]
  const isDraft = property.status === 'draft'
  return (
    <Card title={label}>
      <p>{meaning}</p>
      <ChangeForm<typeof propertyRowChanges>
        intent="status"
        version={property.versions.status}
        stored={{ status: isDraft ? 'published' : property.status }}
        summary={isDraft ? 'Publish' : 'Change the status'}
        anchor="change-status"
        answer={answer}
      >
        {(fields) => <FormChoice field={fields.status} legend="What guests can do" options={STATUSES} />}
      </ChangeForm>
    </Card>
  )
}

const LEVELS = {
  must: 'Before guests can see it',
  should: 'Worth a look',
  may: 'What you can add',
} as const

/** The missing content of the home, each with the link to its form. */
export function MissingSections({ property: { slug, missing } }: Pick<Props, 'property'>) {
  const found = Object.entries(LEVELS).flatMap(([level, heading]) => {
    const own = missing.filter((one) => one.level === level)
    return own.length > 0 ? [{ level, heading, own }] : []
  })
  if (found.length === 0) {
    return (
      <Card title="Nothing is missing">
        <p className="text-muted">Guests find everything on its page.</p>
      </Card>
    )
  }
  return found.map(({ level, heading, own }) => (
    <Card key={level} title={heading} note={own.length}>
      <ul className="missing-list" data-level={level}>
        {own.map(({ words, form }) => (
          <li key={words}>
            <Link to={propertyPath(slug, form)} prefetch="intent">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  ))
}

/** The address of the home's page. */
export function AddressSection({ property, answer }: Props) {
  return (
    <Card title="Address of its page">
      <p>{`${property.siteUrl}/property/${property.slug}`}</p>
      <ChangeForm<typeof propertyRowChanges>
        intent="address"
        version={property.versions.address}
        stored={{ slug: property.slug }}
        summary="Change the address"
        anchor="change-address"
        answer={answer}
      >
        {(fields) => (
          <FormText
            field={fields.slug}
            label="After /property/"
            hint="Links to the present address keep working: they lead to the new one."
            autoCapitalize="none"
          />
        )}
      </ChangeForm>
    </Card>
  )
}

/** Removes a draft, with its photos. */
export function RemoveSection({ property }: Pick<Props, 'property'>) {
  if (property.status !== 'draft') return null
  return (
    <Card title="Remove this draft">
      <p>Its texts and photos go with it. That can’t be undone.</p>
      <RemoveButton<typeof propertyRowChanges> intent="remove" name={property.name} />
    </Card>
  )
}
