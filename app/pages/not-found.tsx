import { data, Link } from 'react-router'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { PropertyCard } from '#app/features/properties/property-card.tsx'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { PAGE_MISSING, troubleMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/not-found.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return data({ homes: await listPropertyCards(context.get(servicesContext)) }, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  troubleMetadata(rootData(matches).identity, location.pathname, 'missing')

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <div className="band band-y">
      <h1 className="heading-home">{PAGE_MISSING.heading}</h1>
      <p className="measure mt-6 text-lead">{PAGE_MISSING.text}</p>
      <p className="mt-8">
        <Link to="/" className="button button-ember">
          Back to the first page
        </Link>
      </p>
      <h2 className="sr-only">The homes</h2>
      <ul className="home-cards mt-16">
        {loaderData.homes.map((home) => (
          <li key={home.id}>
            <PropertyCard home={home} sizes="(min-width: 48rem) 39rem, 100vw" />
          </li>
        ))}
      </ul>
    </div>
  )
}
