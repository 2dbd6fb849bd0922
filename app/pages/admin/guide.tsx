import { data } from 'react-router'
import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { GuideSection } from '#app/features/back-office/content/guide-section.tsx'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { getContentPage, saveContentForm } from '#app/features/properties/manage/content-forms.server.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/guide.ts'
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
  return answerForm(services, `/admin/homes/${slug}/guide`, await saveContentForm(services, { slug, form, by }))
}

/** Also after a refusal: somebody else may have changed it. */
export const shouldRevalidate = () => true

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Arrival guide, ${page.name}`,
}

export default function Guide({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <>
      <HomeHead slug={page.slug} name={page.name} here="guide" />
      <GuideSection page={page} answer={actionData ?? null} />
    </>
  )
}
