import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getHostPage } from '#app/features/site/site.server.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/host-with-us.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return getHostPage(context.get(servicesContext))
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  return pageMetadata(rootData(matches).identity, {
    title: 'Host with Us',
    description: loaderData.description,
    path: '/host-with-us',
  })
}

export default function HostWithUs({ loaderData }: Route.ComponentProps) {
  const { site } = useRootData()
  return (
    <>
      <PageHead title={`Partner with ${site.brand}`} text={loaderData.text} />
      <div className="band band-y">
        <ul className="grid gap-10 md:grid-cols-3">
          {loaderData.benefits.map((benefit) => (
            <li key={benefit.title} className="border-t border-ink pt-5">
              <h2 className="heading-small">{benefit.title}</h2>
              <p className="mt-3">{benefit.text}</p>
            </li>
          ))}
        </ul>
        <a className="button button-ember mt-12" href={`mailto:${site.email}?subject=${encodeURIComponent('My home')}`}>
          Write to us about your home
        </a>
      </div>
    </>
  )
}
