import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { peopleChanges } from '#app/features/operators/manage/people/people.changes.server.ts'
import { getPeople } from '#app/features/operators/manage/people/people.server.ts'
import type { Person } from '#app/features/operators/manage/people/people.ts'
import { InviteForm, PersonForm } from '#app/features/operators/manage/people/person-forms.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ROLES } from '#app/shared/roles.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/people.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { demo } = services.config
  return { demo, formKey: randomUUID(), ...(await getPeople(services, await getOperatorTimeZone(services))) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, peopleChanges)

export const handle: AdminHandle = { title: 'Team' }

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, formKey, people, invitations, properties, requiresSecondFactor } = loaderData
  const answer = actionData ?? null
  const propertyNames = (ids: string[] | null) =>
    ids && listOf(properties.filter(({ id }) => ids.includes(id)).map(({ name }) => name))
  return (
    <>
      <PageTop title="Team" facts="Who can sign in, and what they can see and do." />
      {demo && <p className="admin-note">Nobody signs in to the demo: everything is open on your own machine.</p>}
      <ChangeNote answer={answer} forms={['invite', 'role']} />
      <RecordTable<Person>
        title="People"
        none="Nobody has an account yet."
        columns={[
          { heading: 'Name', cell: ({ username, isSuspended }) => `${username}${isSuspended ? ', suspended' : ''}` },
          { heading: 'Role', cell: ({ role }) => ROLES[role].label },
          { heading: 'Homes', cell: ({ propertyIds }) => propertyNames(propertyIds) },
          { heading: 'Email', cell: ({ email }) => email },
          { heading: 'Sign-in', cell: stateOf },
        ]}
        rows={people}
        keyOf={({ id }) => id}
        end={(person) => <PersonForm person={person} properties={properties} answer={answer} />}
        add={!demo && <InviteForm properties={properties} formKey={formKey} answer={answer} />}
      />
      {invitations.length > 0 && (
        <RecordTable<(typeof invitations)[number]>
          title="Invited"
          none=""
          columns={[
            { heading: 'Email', cell: ({ email }) => email },
            { heading: 'Role', cell: ({ role }) => ROLES[role].label },
            { heading: 'Homes', cell: ({ propertyIds }) => propertyNames(propertyIds) },
            { heading: 'Until', cell: ({ until }) => until },
          ]}
          rows={invitations}
          keyOf={({ id }) => id}
          end={({ id, email }) => (
            <ChangeButton<typeof peopleChanges>
              intent="withdraw"
              id={id}
              aria-label={`Withdraw the invitation of ${email}`}
            >
              Withdraw
            </ChangeButton>
          )}
        />
      )}
      <SecondFactor required={requiresSecondFactor} />
    </>
  )
}

function stateOf({ sessions, lastSeen, hasFactor }: Person): string {
  const seen = lastSeen ? `${countOf(sessions, 'session')}, last seen ${lastSeen}` : 'Not signed in'
  return `${seen} · ${hasFactor ? 'with a second factor' : 'password only'}`
}

function SecondFactor({ required }: { required: boolean }) {
  return (
    <Card title="Second factor">
      <p>
        {required
          ? 'Whoever sees what guests pay needs a passkey or an app with codes. Until they have added one, they see only their own account.'
          : 'A password is enough for everybody. You can require a passkey or an app with codes from whoever sees what guests pay.'}{' '}
        <Link to="/admin/account#app" className="link">
          Add your own first
        </Link>
        .
      </p>
      <ChangeButton<typeof peopleChanges> intent="second-factor" value={{ required: required ? 'no' : 'yes' }} confirms>
        {required ? 'A password is enough' : 'Require a second factor'}
      </ChangeButton>
    </Card>
  )
}
