import { data } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { pathAfterSignIn } from '#app/features/operators/operators.ts'
import { getPropertyOverview } from '#app/features/properties/manage/list/properties-pages.server.ts'
import { propertyRowChanges } from '#app/features/properties/manage/list/property-row.changes.server.ts'
import {
  AddressSection,
  MissingSections,
  RemoveSection,
  StatusSection,
} from '#app/features/properties/manage/list/property-sections.tsx'
import { StatusMenu } from '#app/features/properties/manage/list/status-menu.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Columns } from '#app/ui/dashboard/card.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/property.ts'
import '#app/features/properties/manage/list/properties.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const property = await getPropertyOverview(context.get(servicesContext), params.slug)
  if (!property) throw data(null, { status: 404 })
  return property
}

/** The status is changed from other pages of the home, too: it leads back to them. */
export const action = (args: Route.ActionArgs) => {
  const { searchParams, pathname } = args.url
  const back = searchParams.has('to') ? pathAfterSignIn(searchParams.get('to')) : pathname
  return changeAction(args, propertyRowChanges, back)
}

export const handle: AdminHandle = { title: (property: Route.ComponentProps['loaderData']) => property.name }

export default function Property({ loaderData: property, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  return (
    <>
      <PropertyHead slug={property.slug} name={property.name} here="overview">
        <StatusMenu property={property} />
      </PropertyHead>
      <ChangeNote answer={answer} forms={['status', 'address']} />
      <Columns
        aside={
          <>
            <StatusSection property={property} answer={answer} />
            <AddressSection property={property} answer={answer} />
            <RemoveSection property={property} />
          </>
        }
      >
        <MissingSections property={property} />
      </Columns>
    </>
  )
}
