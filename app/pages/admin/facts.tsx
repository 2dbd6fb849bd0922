import { data } from 'react-router'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { FactSections } from '#app/features/properties/manage/fact-sections.tsx'
import { getContentPage } from '#app/features/properties/manage/property-content.server.ts'
import { PART_TITLES } from '#app/features/properties/manage/property-content.ts'
import { LicenseSection, RoomsSection } from '#app/features/properties/manage/room-sections.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageLinks } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/facts.ts'
import '#app/features/properties/manage/content.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getContentPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const action = (args: Route.ActionArgs) => changeAction(args, contentChanges)

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Facts and rooms, ${page.name}`,
}

export default function Facts({ loaderData: page, actionData }: Route.ComponentProps) {
  const sections = { page, answer: actionData ?? null }
  const { arrival, comfort, safety, houseRules, rooms, license } = PART_TITLES
  return (
    <>
      <HomeHead slug={page.slug} name={page.name} here="facts" />
      <PageLinks sections={{ arrival, comfort, safety, houseRules, rooms, license }} />
      <p className="mt-4 text-muted">What you leave empty is not shown. Guests see a change at once.</p>
      <FactSections {...sections} />
      <RoomsSection {...sections} />
      <LicenseSection {...sections} />
    </>
  )
}
