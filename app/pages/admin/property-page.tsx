import { data } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { uploadWords } from '#app/features/media/uploads/upload-refusals.ts'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { FactSections } from '#app/features/properties/manage/fact-sections.tsx'
import { HostSection } from '#app/features/properties/manage/host-section.tsx'
import { LicenseSection } from '#app/features/properties/manage/license-section.tsx'
import {
  ImagesPart,
  ReviewsPart,
  RoomsPart,
  SearchPart,
  SurroundingsPart,
} from '#app/features/properties/manage/page/page-sections.tsx'
import { PartSection } from '#app/features/properties/manage/page/part-section.tsx'
import { propertyPageChanges } from '#app/features/properties/manage/page/property-page.changes.server.ts'
import { getPropertyPage } from '#app/features/properties/manage/page/property-page.server.ts'
import { QuestionsSection } from '#app/features/properties/manage/questions-section.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import { PageLinks } from '#app/ui/form/page-links.tsx'
import type { Route } from './+types/property-page.ts'
import '#app/features/properties/manage/content.css'

/** The sections, in the order in which guests see them. */
const SECTIONS = {
  title: 'Title',
  figures: 'Figures',
  place: 'Place',
  story: 'Story',
  images: 'Large photos',
  rooms: 'Rooms',
  facts: 'Facts',
  amenities: 'Amenities',
  reviews: 'Reviews',
  surroundings: 'Map',
  rules: 'Rules',
  questions: 'Questions',
  host: 'Host',
  search: 'Search engines',
  units: 'Units',
}

/** Pressed in the page, without a form that could show errors. */
const BUTTONS = ['remove-image', 'remove-question', 'move-question']

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getPropertyPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  const code = new URL(request.url).searchParams.get('image') ?? ''
  return { page, imageAnswer: uploadWords(code) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, { ...contentChanges, ...propertyPageChanges })

export const handle: AdminHandle = {
  title: ({ page }: Route.ComponentProps['loaderData']) => `Page of ${page.content.name}`,
}

export default function PropertyPage({ loaderData: { page, imageAnswer }, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  const part = { page, answer }
  const content = { page: page.content, answer }
  return (
    <>
      <PropertyHead slug={page.content.slug} name={page.content.name} here="page" />
      <PageLinks sections={SECTIONS} />
      <p className="mt-4 text-muted">What you leave empty is not shown. Guests see a change at once.</p>
      <ChangeNote answer={answer && BUTTONS.includes(answer.intent) ? answer : null} />
      <PartSection {...part} part="title" />
      <PartSection {...part} part="figures" />
      <PartSection {...part} part="place" />
      <PartSection {...part} part="story" />
      <ImagesPart {...part} />
      <RoomsPart {...part} />
      <div id="facts" />
      <FactSections {...content} />
      <LicenseSection {...content} />
      <PartSection {...part} part="amenities" />
      <ReviewsPart {...part} />
      <SurroundingsPart {...part} />
      <PartSection {...part} part="rules" />
      <QuestionsSection {...content} />
      <HostSection {...content} imageAnswer={imageAnswer} />
      <SearchPart {...part} />
      <PartSection {...part} part="units" />
    </>
  )
}
