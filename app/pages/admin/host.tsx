import { data } from 'react-router'
import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { HostSection } from '#app/features/back-office/content/host-section.tsx'
import { QuestionsSection } from '#app/features/back-office/content/questions-section.tsx'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { UPLOAD_REFUSALS } from '#app/features/media/uploads/upload-refusals.ts'
import { getContentPage, saveContentForm } from '#app/features/properties/manage/content-forms.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import {
  operatorAccessContext,
  requireOperator,
  requireOperatorForm,
} from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/host.ts'
import '#app/features/back-office/folded-form.css'
import '#app/features/back-office/content/content.css'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  const page = await getContentPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  const code = new URL(request.url).searchParams.get('photo') ?? ''
  const isRefusal = Object.hasOwn(UPLOAD_REFUSALS, code)
  const photoAnswer = isRefusal ? UPLOAD_REFUSALS[code as keyof typeof UPLOAD_REFUSALS][1] : null
  return { ...page, photoAnswer }
}

/** Every form of the page posts its `intent`. */
export async function action({ params: { slug }, request, context }: Route.ActionArgs) {
  const { by, form } = await requireOperatorForm(context.get(operatorAccessContext), request)
  const services = context.get(servicesContext)
  return answerForm(services, `/admin/homes/${slug}/host`, await saveContentForm(services, { slug, form, by }))
}

/** Also after a refusal: somebody else may have changed it. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) =>
  pageMetadata(rootData(matches).identity, {
    title: loaderData ? `Host and questions, ${loaderData.name}` : 'Host and questions',
    description: 'Who looks after a home, and what guests ask.',
    path: location.pathname,
    noindex: true,
  })

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
