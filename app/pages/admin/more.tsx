import { Link, useRouteLoaderData } from 'react-router'
import { phoneTabsFor, placesFor } from '#app/features/back-office/places.ts'
import type { Rail } from '#app/features/back-office/rail.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/more.ts'

export const handle: AdminHandle = { title: 'More' }

/** The groups of the rail, with every page by itself. What has a tab is left out. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const by = context.get(operatorContext)
  const tabs = phoneTabsFor(by)
  return placesFor(by).flatMap(({ title, places, listsProperties }) => {
    const pages = places.flatMap((place) => place.pages.filter(({ to }) => !tabs.includes(to)))
    return pages.length > 0 ? [{ title, pages, listsProperties }] : []
  })
}

export default function More({ loaderData: groups }: Route.ComponentProps) {
  const rail = (useRouteLoaderData('shell/admin-shell') as { rail: Rail } | undefined)?.rail
  return (
    <>
      <PageTop title="More" />
      {groups.map(({ title, pages, listsProperties }) => (
        <Card key={title} title={title}>
          <ul className="more-list">
            {listsProperties &&
              rail?.properties.map(({ slug, name, isVacant }) => (
                <Entry key={slug} to={`/admin/homes/${slug}`} label={name} detail={isVacant ? 'Vacant tonight' : ''} />
              ))}
            {pages.map((page) => (
              <Entry key={page.to} {...page} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}

function Entry({ to, label, detail }: { to: string; label: string; detail: string }) {
  return (
    <li>
      <Link to={to}>
        <strong>{label}</strong>
        <span className="admin-detail">{detail}</span>
      </Link>
    </li>
  )
}
