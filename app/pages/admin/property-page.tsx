import { data, useLocation } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { uploadWords } from '#app/features/media/uploads/upload-refusals.ts'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { getPropertyOverview } from '#app/features/properties/manage/list/properties-pages.server.ts'
import { StatusMenu } from '#app/features/properties/manage/list/status-menu.tsx'
import { OpenSection } from '#app/features/properties/manage/page/open-section.tsx'
import { propertyPageChanges } from '#app/features/properties/manage/page/property-page.changes.server.ts'
import { getPropertyPage } from '#app/features/properties/manage/page/property-page.server.ts'
import {
  listSections,
  SECTION_ANCHORS,
  sectionFacts,
  sectionNamed,
  sectionOfIntent,
} from '#app/features/properties/manage/page/sections.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { SECTION, sectionPath } from '#app/shared/paths/section-path.ts'
import { SectionEditor } from '#app/ui/dashboard/section-editor.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/property-page.ts'
import '#app/features/properties/manage/content.css'

/** Pressed in the page, without a form that could show errors. */
const BUTTONS = ['remove-image', 'remove-question', 'move-question']

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const page = await getPropertyPage(services, params.slug)
  const overview = await getPropertyOverview(services, params.slug)
  if (!page || !overview) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  return {
    page,
    status: { status: overview.status, versions: overview.versions },
    sections: listSections(
      page,
      overview.missing.filter(({ level }) => level === 'must'),
    ),
    section: sectionNamed(query.get(SECTION)),
    imageAnswer: uploadWords(query.get('image') ?? ''),
  }
}

export const action = (args: Route.ActionArgs) =>
  changeAction(args, { ...contentChanges, ...propertyPageChanges }, sectionPath(args.url))

export const handle: AdminHandle = {
  title: ({ page, section }: Route.ComponentProps['loaderData']) =>
    `${section ? `${sectionFacts(section).title}, page` : 'Page'} of ${page.content.name}`,
}

export default function PropertyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, status, sections, section, imageAnswer } = loaderData
  const answer = actionData ?? null
  const open = section ?? sectionOfIntent(answer?.intent) ?? 'title'
  const { pathname } = useLocation()
  return (
    <>
      <PropertyHead slug={page.content.slug} name={page.content.name} here="page">
        <StatusMenu property={{ slug: page.content.slug, ...status }} />
      </PropertyHead>
      <ChangeNote answer={answer && BUTTONS.includes(answer.intent) ? answer : null} />
      <SectionEditor
        label="Sections of the page"
        sections={sections}
        open={open}
        isChosen={section !== null || answer !== null}
        preview={{ address: `${pathname}/preview`, at: sectionFacts(open).seenAt }}
        anchors={SECTION_ANCHORS}
      >
        <OpenSection
          key={`${pathname} ${open}`}
          name={open}
          page={page}
          answer={answer}
          problems={sections.find(({ name }) => name === open)?.problems ?? []}
          imageAnswer={imageAnswer}
        />
      </SectionEditor>
    </>
  )
}
