import type { ComponentProps } from 'react'
import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ROLES } from '#app/shared/roles.ts'
import { editWords } from '#app/ui/dashboard/record-rows.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormChecks, FormChoice, FormText } from '#app/ui/form/change-form.tsx'
import type { peopleChanges } from './people.changes.server.ts'
import type { Person } from './people.ts'

type Property = { id: string; name: string }
type RoleFieldsProps = {
  role: ComponentProps<typeof FormChoice>['field']
  properties: ComponentProps<typeof FormChecks>['field']
  all: Property[]
}

const ROLE_OPTIONS = Object.entries(ROLES).map(([role, { label, detail }]) => [role, `${label}: ${detail}`] as const)

function RoleFields({ role, properties, all }: RoleFieldsProps) {
  return (
    <>
      <FormChoice field={role} legend="Role" options={ROLE_OPTIONS} />
      <FormChecks
        field={properties}
        legend="Homes"
        hint="Only housekeepers and homeowners are limited to homes. Everybody else sees all."
        options={all.map(({ id, name }) => [id, name])}
      />
      <ConfirmField />
    </>
  )
}

type InviteProps = { properties: Property[]; formKey: string; answer: ChangeAnswer | null }

/** Invites somebody by mail. */
export function InviteForm({ properties, formKey, answer }: InviteProps) {
  return (
    <ChangeForm<typeof peopleChanges, never, 'invite'>
      intent="invite"
      stored={{ role: 'front-desk' }}
      answer={answer}
      summary="Invite somebody"
      drawer={{ title: 'Invitation' }}
      anchor="invite"
      save="Send the invitation"
      saving="Sending..."
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <p className="field-hint">
            They get an email with a link, and choose their own name and password. The link works once, for three days.
          </p>
          <FormText field={fields.email} label="Email" type="email" required />
          <RoleFields role={fields.role} properties={fields.properties} all={properties} />
        </>
      )}
    </ChangeForm>
  )
}

/** Changes the role of an account, and whether it may sign in. */
export function PersonForm({
  person,
  properties,
  answer,
}: {
  person: Person
  properties: Property[]
  answer: ChangeAnswer | null
}) {
  const { id, username, role, propertyIds, isSuspended } = person
  return (
    <ChangeForm<typeof peopleChanges, never, 'role'>
      intent="role"
      id={id}
      version={`${role} ${propertyIds?.join()}`}
      stored={{ role, properties: propertyIds ?? [] }}
      answer={answer}
      summary={editWords(username)}
      drawer={{
        title: username,
        foot: (
          <>
            <ChangeButton<typeof peopleChanges>
              intent={isSuspended ? 'resume' : 'suspend'}
              id={id}
              confirms
              aria-label={isSuspended ? `Let them sign in again: ${username}` : `Suspend ${username}`}
            >
              {isSuspended ? 'Let them sign in again' : 'Suspend'}
            </ChangeButton>
            <ChangeButton<typeof peopleChanges> intent="remove" id={id} confirms aria-label={`Remove ${username}`}>
              Remove
            </ChangeButton>
          </>
        ),
      }}
      save="Save the role"
    >
      {(fields) => <RoleFields role={fields.role} properties={fields.properties} all={properties} />}
    </ChangeForm>
  )
}
