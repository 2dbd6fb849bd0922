import { data, Link } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { DiscountsSection, FeesSection, TaxesSection } from '#app/features/pricing/manage/prices/charge-sections.tsx'
import { LaterSection } from '#app/features/pricing/manage/prices/later-section.tsx'
import { NightlySection, SeasonsSection } from '#app/features/pricing/manage/prices/nightly-section.tsx'
import { priceChanges } from '#app/features/pricing/manage/prices/price.changes.server.ts'
import { PriceQuestions } from '#app/features/pricing/manage/prices/price-questions.tsx'
import { getPricesPage } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageLinks } from '#app/ui/form/page-links.tsx'
import type { Route } from './+types/prices.ts'
import '#app/ui/form/change-form.css'
import '#app/features/pricing/manage/prices/prices.css'
import '#app/features/pricing/manage/prices/year-strip.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getPricesPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const action = (args: Route.ActionArgs) => changeAction(args, priceChanges)

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Prices of ${page.property.name}`,
}

const SECTIONS = {
  nightly: 'Nightly prices',
  seasons: 'Seasons',
  later: 'From a date on',
  fees: 'Fees',
  taxes: 'Taxes',
  discounts: 'Discounts',
}

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { property, versions, questions } = loaderData
  const { settings, slug } = property
  const sections = { settings, versions, answer: actionData ?? null }
  return (
    <>
      <PropertyHead slug={slug} name={property.name} here="prices" />
      <p className="admin-contact">
        <Link to={`/admin/homes/${slug}/why`}>Why is it this price?</Link>
        <Link to={`/admin/homes/${slug}/copy`}>Copy to other homes</Link>
        <Link to={`/admin/import?kind=prices&property=${slug}`}>Import from a file</Link>
      </p>
      <PageLinks sections={SECTIONS} />
      <PriceQuestions questions={questions} page="prices" />
      <NightlySection {...sections} />
      <SeasonsSection {...sections} today={property.today} />
      <LaterSection {...sections} today={property.today} />
      <FeesSection {...sections} />
      <TaxesSection {...sections} />
      <DiscountsSection {...sections} />
    </>
  )
}
