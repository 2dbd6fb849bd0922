import { data } from 'react-router'
import { contentChanges, getSiteParts } from '#app/features/site/manage/content.changes.server.ts'
import { listSiteImages } from '#app/features/site/manage/site-images.server.ts'
import { SendImage, SitePartForms } from '#app/features/site/manage/site-part-forms.tsx'
import { SITE_PAGES } from '#app/features/site/manage/site-parts.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/site-page.ts'

const pageOf = (name: string) => (Object.hasOwn(SITE_PAGES, name) ? SITE_PAGES[name] : undefined)

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const page = pageOf(params.page)
  const read = page && (await getSiteParts(services, page.parts))
  if (!read) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const images = await listSiteImages(services, read.content, query.get('image'))
  return { title: page.title, values: read.values, images, refused: query.get('refused') }
}

export const action = (args: Route.ActionArgs) => changeAction(args, contentChanges)

export const handle: AdminHandle = { title: ({ title }: { title: string }) => title }

export default function SitePage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, values, images, refused } = loaderData
  const { path, parts } = SITE_PAGES[params.page] ?? { path: '/', parts: [] }
  const page = `/admin/site/${params.page}`
  return (
    <>
      <PageTop
        title={title}
        crumbs={[{ to: '/admin/site', label: 'The site' }]}
        facts="Guests see a change at once, and you can undo it."
      />
      <p className="admin-contact">
        <a href={path} target="_blank" rel="noreferrer">
          See the page
        </a>
      </p>
      <SendImage page={page} refused={refused} />
      <SitePartForms
        key={params.page}
        page={page}
        parts={parts}
        values={values}
        images={images}
        answer={actionData ?? null}
      />
    </>
  )
}
