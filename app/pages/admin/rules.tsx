import { data } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { priceChanges } from '#app/features/pricing/manage/prices/price.changes.server.ts'
import { PriceQuestions } from '#app/features/pricing/manage/prices/price-questions.tsx'
import { getPricesPage } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import {
  CancellationSection,
  PaymentSection,
  StayRulesSection,
} from '#app/features/pricing/manage/prices/rule-sections.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/rules.ts'
import '#app/ui/form/change-form.css'
import '#app/features/pricing/manage/prices/prices.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getPricesPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const action = (args: Route.ActionArgs) => changeAction(args, priceChanges)

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Rules of ${page.property.name}`,
}

export default function Rules({ loaderData, actionData }: Route.ComponentProps) {
  const { property, versions, questions, payment } = loaderData
  const sections = { settings: property.settings, versions, answer: actionData ?? null }
  return (
    <>
      <PropertyHead slug={property.slug} name={property.name} here="rules" />
      <PriceQuestions questions={questions} page="rules" />
      <StayRulesSection {...sections} />
      <PaymentSection {...sections} ofSite={payment} />
      <CancellationSection {...sections} />
    </>
  )
}
