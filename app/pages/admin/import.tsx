import { Link } from 'react-router'
import { fileUploadChanges } from '#app/features/import/import-file.changes.server.ts'
import { getUploadPage } from '#app/features/import/import-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeForm, FormChoice, FormSelect } from '#app/ui/form/change-form.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { Route } from './+types/import.ts'

/** A home's page of prices leads here with the home and the kind. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const kind = query.get('kind') === 'prices' ? 'prices' : 'bookings'
  return { ...(await getUploadPage(context.get(servicesContext))), kind, property: query.get('property') ?? '' }
}

export const action = (args: Route.ActionArgs) => changeAction(args, fileUploadChanges)

export const handle: AdminHandle = { title: 'Import', file: true }

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { properties, waiting, kind, property } = loaderData
  return (
    <>
      <PageTop title="Import" facts="Import bookings or nightly rates from a CSV file of another system." />
      <ChangeForm<typeof fileUploadChanges>
        intent="upload"
        hasFile
        answer={actionData ?? null}
        stored={{ kind, property }}
        save="Preview the file"
      >
        {(fields) => (
          <>
            <FormChoice
              field={fields.kind}
              legend="What’s in the file"
              options={[
                ['bookings', 'Bookings'],
                ['prices', 'Prices by night'],
              ]}
            />
            <FormSelect
              field={fields.property}
              label="Home"
              none={properties.length === 1 ? undefined : 'A column of the file names it'}
              options={properties.map(({ slug, name }) => [slug, name])}
            />
            <TextField
              type="file"
              id={fields.file.id}
              name={fields.file.name}
              label="File"
              hint="A CSV file of up to 5 MB and 10,000 rows. Airbnb, Vrbo, Lodgify, OwnerRez, Hospitable, PriceLabs, and others export one."
              accept=".csv,.txt,.tsv,text/csv"
              error={fields.file.errors?.[0]}
              required
            />
            <p>You see everything before it is imported. Nobody gets an email, and you can undo it.</p>
          </>
        )}
      </ChangeForm>
      {waiting.length > 0 && (
        <Card title="Not imported yet">
          <p className="admin-detail">These files are removed after a day.</p>
          <ul>
            {waiting.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/admin/import/${id}`} className="admin-row-link">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
