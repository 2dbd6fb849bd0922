import { data } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { AddImages } from '#app/features/properties/manage/images/add-image.tsx'
import { CategoriesSection } from '#app/features/properties/manage/images/categories-section.tsx'
import { imageChanges } from '#app/features/properties/manage/images/image.changes.server.ts'
import { ImageGrid, ImagesToComplete, incompleteImages } from '#app/features/properties/manage/images/image-grid.tsx'
import { refusalWords } from '#app/features/properties/manage/images/images.ts'
import { getImagesPage } from '#app/features/properties/manage/images/images-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import { PageLinks } from '#app/ui/form/page-links.tsx'
import type { Route } from './+types/images.ts'
import '#app/features/properties/manage/images/add-image.css'
import '#app/features/properties/manage/images/images.css'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getImagesPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return { page, refusal: refusalWords(new URL(request.url).searchParams.get('refused')) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, imageChanges)

export const handle: AdminHandle = {
  title: ({ page }: Route.ComponentProps['loaderData']) => `Photos, ${page.name}`,
}

export default function Images({ loaderData: { page, refusal }, actionData }: Route.ComponentProps) {
  const sections = { page, answer: actionData ?? null }
  const incomplete = incompleteImages(page).length
  return (
    <>
      <PropertyHead slug={page.slug} name={page.name} here="images" />
      {!page.published && (
        <p className="admin-note">Guests don’t see this home now, so only operators see its photos.</p>
      )}
      {page.images.length > 0 && page.images.length < page.fewestListed && (
        <p className="admin-note">
          Google lists a vacation rental from {page.fewestListed} photos on. Until then it reads this page as any other.
        </p>
      )}
      <ChangeNote answer={sections.answer} forms={['image', 'rename-category']} />
      <PageLinks
        sections={{
          add: 'Add photos',
          ...(incomplete > 0 && { 'to-complete': `To complete (${incomplete})` }),
          images: 'In guests’ order',
          ...(page.categories.length > 0 && { categories: 'Categories' }),
        }}
      />
      <AddImages page={page} refusal={refusal} />
      {incomplete > 0 && <ImagesToComplete {...sections} />}
      <ImageGrid {...sections} />
      <CategoriesSection {...sections} />
    </>
  )
}
