import { data } from 'react-router'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { UPLOAD_REFUSALS } from '#app/features/media/uploads/upload-refusals.ts'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { HostSection } from '#app/features/properties/manage/host-section.tsx'
import { getContentPage } from '#app/features/properties/manage/property-content.server.ts'
import { QuestionsSection } from '#app/features/properties/manage/questions-section.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/host.ts'
import '#app/features/properties/manage/content.css'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getContentPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  const code = new URL(request.url).searchParams.get('photo') ?? ''
  const isRefusal = Object.hasOwn(UPLOAD_REFUSALS, code)
  const photoAnswer = isRefusal ? UPLOAD_REFUSALS[code as keyof typeof UPLOAD_REFUSALS][1] : null
  return { ...page, photoAnswer }
}

export const action = (args: Route.ActionArgs) => changeAction(args, contentChanges)

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Host and questions, ${page.name}`,
}

export default function Host({ loaderData: { photoAnswer, ...page }, actionData }: Route.ComponentProps) {
  const sections = { page, answer: actionData ?? null }
  return (
    <>
      <HomeHead slug={page.slug} name={page.name} here="host" />
      <ChangeNote answer={sections.answer} forms={['host', 'question']} />
      <HostSection {...sections} photoAnswer={photoAnswer} />
      <QuestionsSection {...sections} />
    </>
  )
}
