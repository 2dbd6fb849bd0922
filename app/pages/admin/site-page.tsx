import { data } from 'react-router'
import { contentChanges, getSiteParts } from '#app/features/site/manage/content.changes.server.ts'
import { listSiteImages } from '#app/features/site/manage/site-images.server.ts'
import { placeOf, SendImage, SiteImages, SitePartForm } from '#app/features/site/manage/site-part-forms.tsx'
import { SITE_PAGES, SITE_PARTS } from '#app/features/site/manage/site-parts.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { SECTION, sectionPath } from '#app/shared/paths/section-path.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { SectionEditor } from '#app/ui/dashboard/section-editor.tsx'
import type { Route } from './+types/site-page.ts'

const pageOf = (name: string) => (Object.hasOwn(SITE_PAGES, name) ? SITE_PAGES[name] : undefined)

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const page = pageOf(params.page)
  const read = page && (await getSiteParts(services, page.parts))
  if (!read) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const images = await listSiteImages(services, read.content, query.get('image'))
  const section = page.parts.find((part) => part === query.get(SECTION)) ?? null
  return { title: page.title, values: read.values, images, refused: query.get('refused'), section }
}

export const action = (args: Route.ActionArgs) => changeAction(args, contentChanges, sectionPath(args.url))

export const handle: AdminHandle = { title: ({ title }: { title: string }) => title }

export default function SitePage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, values, images, refused, section } = loaderData
  const { path, parts } = SITE_PAGES[params.page] ?? { path: '/', parts: [] }
  const page = `/admin/site/${params.page}`
  const answer = actionData ?? null
  const open = section ?? parts.find((part) => part === answer?.intent) ?? parts[0] ?? 'hero'
  const sections = parts.map((part) => ({ name: part, title: SITE_PARTS[part].title, isEmpty: false, problems: [] }))
  return (
    <>
      <PageTop
        title={title}
        crumbs={[{ to: '/admin/site', label: 'The site' }]}
        facts="Guests see a change at once, and you can undo it."
      >
        <a href={path} target="_blank" rel="noreferrer" className="button button-outline">
          See the page
        </a>
      </PageTop>
      <SectionEditor
        key={params.page}
        label="Sections of the page"
        sections={sections}
        open={open}
        isChosen={section !== null || answer !== null || refused !== null}
        preview={{ address: `${page}/preview`, at: placeOf(open) }}
      >
        <SendImage page={page} section={open} refused={refused} />
        <Card key={open} title={SITE_PARTS[open].title}>
          <SiteImages page={page} images={images}>
            <SitePartForm part={open} value={values[open]} answer={answer} />
          </SiteImages>
        </Card>
      </SectionEditor>
    </>
  )
}
