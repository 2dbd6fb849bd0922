import { data, Link } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { FeesSection, TaxesSection } from '#app/features/pricing/manage/prices/charge-sections.tsx'
import { listNightlyRates } from '#app/features/pricing/manage/prices/nightly-rates.server.ts'
import { NightlySection } from '#app/features/pricing/manage/prices/nightly-section.tsx'
import { priceChanges } from '#app/features/pricing/manage/prices/price.changes.server.ts'
import { PriceAStay } from '#app/features/pricing/manage/prices/price-a-stay.tsx'
import { PriceQuestions } from '#app/features/pricing/manage/prices/price-questions.tsx'
import { getPricesPage } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import { getStayPrice, getYearOfPrices } from '#app/features/pricing/manage/prices/stay-price.server.ts'
import { useTypedPrice } from '#app/features/pricing/manage/prices/use-typed-price.ts'
import { whyFromQuery } from '#app/features/pricing/manage/prices/why.ts'
import { YearOfPricesCard } from '#app/features/pricing/manage/prices/year-of-prices.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { Columns } from '#app/ui/dashboard/card.tsx'
import type { Route } from './+types/prices.ts'
import '#app/ui/form/change-form.css'
import '#app/features/pricing/manage/prices/prices.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const page = await getPricesPage(services, params.slug)
  const saved = page && (await getStayPrice(services, page.property, whyFromQuery(url.searchParams)))
  const year = page && (await getYearOfPrices(services, page.property))
  if (!page || !saved || !year) throw data(null, { status: 404 })
  return { ...page, saved, year, rates: listNightlyRates(page.property.settings, page.property.today) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, priceChanges, samePage(args.url))

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Prices of ${page.property.name}`,
  shows: ['content'],
}

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { property, versions, questions, saved, year, rates } = loaderData
  const { settings, slug, today } = property
  const sections = { settings, versions, answer: actionData ?? null }
  const { typed, watch } = useTypedPrice({ slug, saved, version: JSON.stringify(versions) })
  return (
    <>
      <PropertyHead
        slug={slug}
        name={property.name}
        here="prices"
        more={
          <>
            <li>
              <Link to={`/admin/homes/${slug}/copy`}>Copy to other homes</Link>
            </li>
            <li>
              <Link to={`/admin/import?kind=prices&property=${slug}`}>Import from a file</Link>
            </li>
          </>
        }
      >
        <a href="#price-a-stay" className="button button-outline">
          Price a stay
        </a>
      </PropertyHead>
      <PriceQuestions questions={questions} page="prices" />
      <div className="card-stack prices-page">
        <YearOfPricesCard year={year} path={`/admin/homes/${slug}/why`} />
        <Columns isSticky aside={<PriceAStay slug={slug} maxPets={property.maxPets} saved={saved} typed={typed} />}>
          <div className="card-stack" {...watch}>
            <NightlySection {...sections} rates={rates} today={today} />
            <FeesSection {...sections} />
            <TaxesSection {...sections} />
          </div>
        </Columns>
      </div>
    </>
  )
}
