import { data } from 'react-router'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { homeChanges } from '#app/features/properties/manage/homes/home.changes.server.ts'
import {
  AddressSection,
  MissingSections,
  RemoveSection,
  StatusSection,
} from '#app/features/properties/manage/homes/home-sections.tsx'
import { getHomeOverview } from '#app/features/properties/manage/homes/homes-pages.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/home.ts'
import '#app/features/properties/manage/homes/homes.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const home = await getHomeOverview(context.get(servicesContext), params.slug)
  if (!home) throw data(null, { status: 404 })
  return home
}

export const action = (args: Route.ActionArgs) => changeAction(args, homeChanges)

export const handle: AdminHandle = { title: (home: Route.ComponentProps['loaderData']) => home.name }

export default function Home({ loaderData: home, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  return (
    <>
      <HomeHead slug={home.slug} name={home.name} here="overview" />
      <ChangeNote answer={answer} forms={['status', 'address']} />
      <StatusSection home={home} answer={answer} />
      <MissingSections home={home} />
      <AddressSection home={home} answer={answer} />
      <RemoveSection home={home} />
    </>
  )
}
