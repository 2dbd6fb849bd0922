import { data, Link } from 'react-router'
import { HomeHead } from '#app/features/back-office/home-links.tsx'
import { QUESTION_WORDS } from '#app/features/pricing/manage/price-questions.ts'
import { DiscountsSection, FeesSection, TaxesSection } from '#app/features/pricing/manage/prices/charge-sections.tsx'
import { LaterSection } from '#app/features/pricing/manage/prices/later-section.tsx'
import { NightlySection, SeasonsSection } from '#app/features/pricing/manage/prices/nightly-section.tsx'
import { priceChanges } from '#app/features/pricing/manage/prices/price.changes.server.ts'
import { getPricesPage } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import {
  CancellationSection,
  PaymentSection,
  StayRulesSection,
} from '#app/features/pricing/manage/prices/rule-sections.tsx'
import type { PriceQuestion } from '#app/features/pricing/price-settings.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { PageLinks } from '#app/ui/form/change-form.tsx'
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
  title: (page: Route.ComponentProps['loaderData']) => `Prices and rules, ${page.home.name}`,
}

const SECTIONS = {
  nightly: 'Nightly prices',
  seasons: 'Seasons',
  later: 'From a date on',
  fees: 'Fees',
  taxes: 'Taxes',
  discounts: 'Discounts',
  rules: 'Stay rules',
  payment: 'How guests pay',
  cancellation: 'Cancellation',
}

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { home, versions, questions, payment } = loaderData
  const { settings, slug } = home
  const sections = { settings, versions, answer: actionData ?? null }
  return (
    <>
      <HomeHead slug={slug} name={home.name} here="prices" />
      <p className="admin-contact">
        <Link to={`/admin/homes/${slug}/why`}>Why is it this price?</Link>
        <Link to={`/admin/homes/${slug}/copy`}>Copy to other homes</Link>
        <Link to={`/admin/import?kind=prices&home=${slug}`}>Import from a file</Link>
      </p>
      <PageLinks sections={SECTIONS} />
      {questions.map((question) => (
        <Question key={question} question={question} />
      ))}
      <NightlySection {...sections} />
      <SeasonsSection {...sections} today={home.today} />
      <LaterSection {...sections} today={home.today} />
      <FeesSection {...sections} />
      <TaxesSection {...sections} />
      <DiscountsSection {...sections} />
      <StayRulesSection {...sections} />
      <PaymentSection {...sections} ofSite={payment} />
      <CancellationSection {...sections} />
    </>
  )
}

function Question({ question }: { question: PriceQuestion }) {
  const { ask, yes, fix, to } = QUESTION_WORDS[question]
  return (
    <div className="admin-note">
      <p>{ask}</p>
      <div className="admin-contact">
        <Link to={`#${to}`}>{fix}</Link>
        <ChangeButton<typeof priceChanges> intent="question" value={{ question }}>
          {yes}
        </ChangeButton>
      </div>
    </div>
  )
}
