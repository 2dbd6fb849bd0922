import { data } from 'react-router'
import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { FactSections } from '#app/features/back-office/content/fact-sections.tsx'
import { LicenseSection, RoomsSection } from '#app/features/back-office/content/room-sections.tsx'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { getContentPage, saveContentForm } from '#app/features/properties/manage/content-forms.server.ts'
import { PART_TITLES } from '#app/features/properties/manage/property-content.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageLinks } from '#app/ui/change-form.tsx'
import type { Route } from './+types/facts.ts'
import '#app/ui/change-form.css'
import '#app/features/back-office/content/content.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getContentPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return page
}

/** Every form of the page posts its `intent`. */
export async function action({ params: { slug }, request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  return answerForm(services, `/admin/homes/${slug}/facts`, await saveContentForm(services, { slug, form, by }))
}

/** Also after a refusal: somebody else may have changed it. */
export const shouldRevalidate = () => true

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
