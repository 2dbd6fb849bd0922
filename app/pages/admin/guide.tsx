import { data } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { GuideForm } from '#app/features/properties/manage/guide-form.tsx'
import { getContentPage } from '#app/features/properties/manage/property-content.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { SectionEditor } from '#app/ui/dashboard/section-editor.tsx'
import type { Route } from './+types/guide.ts'
import '#app/features/properties/manage/content.css'

/** One form, so there is no list of them. */
const SECTIONS = [{ name: 'guide', title: 'Arrival guide', isEmpty: false, problems: [] }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getContentPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const action = (args: Route.ActionArgs) => changeAction(args, contentChanges)

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Arrival guide, ${page.name}`,
}

export default function Guide({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <>
      <PropertyHead slug={page.slug} name={page.name} here="guide" />
      <SectionEditor
        label="Sections of the guide"
        sections={SECTIONS}
        open="guide"
        isChosen
        preview={{ address: `/admin/homes/${page.slug}/guide/preview`, at: 'arrival-heading' }}
      >
        <Card title="Arrival guide" note="How guests get in, and what they find">
          <GuideForm page={page} answer={actionData ?? null} previewAt="arrival-heading" />
        </Card>
      </SectionEditor>
    </>
  )
}
