import { data } from 'react-router'
import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { HostSection } from '#app/features/back-office/content/host-section.tsx'
import { QuestionsSection } from '#app/features/back-office/content/questions-section.tsx'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { UPLOAD_REFUSALS } from '#app/features/media/uploads/upload-refusals.ts'
import { getContentPage, saveContentForm } from '#app/features/properties/manage/content-forms.server.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/host.ts'
import '#app/ui/change-form.css'
import '#app/features/back-office/content/content.css'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getContentPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  const code = new URL(request.url).searchParams.get('photo') ?? ''
  const isRefusal = Object.hasOwn(UPLOAD_REFUSALS, code)
  const photoAnswer = isRefusal ? UPLOAD_REFUSALS[code as keyof typeof UPLOAD_REFUSALS][1] : null
  return { ...page, photoAnswer }
}

/** Every form of the page posts its `intent`. */
export async function action({ params: { slug }, request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  return answerForm(services, `/admin/homes/${slug}/host`, await saveContentForm(services, { slug, form, by }))
}

/** Also after a refusal: somebody else may have changed it. */
export const shouldRevalidate = () => true

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Host and questions, ${page.name}`,
}

export default function Host({ loaderData: { photoAnswer, ...page }, actionData }: Route.ComponentProps) {
  const sections = { page, answer: actionData ?? null }
  return (
    <>
      <HomeHead slug={page.slug} name={page.name} here="host" />
      <HostSection {...sections} photoAnswer={photoAnswer} />
      <QuestionsSection {...sections} />
    </>
  )
}
