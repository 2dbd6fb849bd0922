import { data, Link } from 'react-router'
import { getRules } from '#app/features/giveaway/giveaway.server.ts'
import { OfficialRules } from '#app/features/giveaway/official-rules.tsx'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { breadcrumbs } from '#app/shared/breadcrumbs.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import type { Route } from './+types/giveaway-rules.ts'

export const handle: PageHandle = { sitemap: 'by-feature' }

export async function loader({ context }: Route.LoaderArgs) {
  const rules = await getRules(context.get(servicesContext))
  if (!rules) throw data(null, { status: 404 })
  return { rules }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  const { name, sponsor, closes } = loaderData.rules
  return pageMetadata(identity, {
    title: `Official Rules: ${name}`,
    description: `Official rules of “${name}” by ${sponsor}, open until ${closes}. No purchase necessary.`,
    path: '/staycation/rules',
    schemas: [
      breadcrumbs(identity, [
        { name, path: '/staycation' },
        { name: 'Official Rules', path: '/staycation/rules' },
      ]),
    ],
  })
}

export default function StaycationRules({ loaderData }: Route.ComponentProps) {
  const { site } = useRootData()
  const { rules } = loaderData
  return (
    <>
      <PageHead
        title="Official Rules"
        text={`${rules.name}, by ${rules.sponsor}. No purchase necessary. A purchase doesn’t improve your chances of winning.`}
      />
      <div className="band page-columns">
        <div>
          <OfficialRules rules={rules} email={site.email} />
        </div>
        <SideNotes label="About these rules">
          <SideNote title="What you can win">
            A stay worth {rules.retailValue}.{' '}
            <Link className="link" to="/staycation" viewTransition>
              See the giveaway
            </Link>
          </SideNote>
          <SideNote title={`Version ${rules.rulesVersion} of these rules`}>
            The version you accepted is stored with your entry.
          </SideNote>
        </SideNotes>
      </div>
    </>
  )
}
