import { data } from 'react-router'
import { PropertyCard } from '#app/features/properties/card/property-card.tsx'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { MD } from '#app/shared/breakpoints.ts'
import { errorMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/not-found.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return data({ properties: await listPropertyCards(context.get(servicesContext)) }, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  errorMetadata(rootData(matches).identity, location.pathname, 'missing')

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { notFound, hasProperties } = useRootData().site
  const { heading, text } = notFound
  return (
    <>
      <PageHead title={heading} text={text}>
        <p className="page-ways">
          {hasProperties && (
            <a href="#homes" className="button button-ember">
              See the homes
            </a>
          )}
          <a href="/contact" className={hasProperties ? 'button button-outline' : 'button button-ember'}>
            Ask us
          </a>
        </p>
        <span className="window" aria-hidden="true" />
      </PageHead>
      {hasProperties && (
        <section id="homes" aria-labelledby="homes-heading" className="band band-y">
          <h2 id="homes-heading" className="sr-only">
            The homes
          </h2>
          <ul className="property-cards">
            {loaderData.properties.map((property) => (
              <li key={property.id}>
                <PropertyCard property={property} sizes={`${MD} 39rem, 100vw`} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
