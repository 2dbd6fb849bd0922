import { Link } from 'react-router'
import { siteChanges, sitePayment, siteSettings } from '#app/features/site/manage/site.changes.server.ts'
import { SITE_PAGES } from '#app/features/site/manage/site-parts.ts'
import { paymentSettingLines, SITE_PAYMENT_FIELDS } from '#app/features/site/payment-terms.ts'
import { SITE_FIELDS, siteSettingLines } from '#app/features/site/site-settings.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { Route } from './+types/site.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  return { site: await siteSettings.get(db), payment: await sitePayment.get(db) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, siteChanges)

export const handle: AdminHandle = { title: 'Pages and look' }

export default function Site({ loaderData: { site, payment }, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  return (
    <>
      <PageTop title="Pages and look" facts="What every page and email says. Guests see a change at once." />
      <OtherPages />
      <Card anchor="addresses" title="Name and addresses">
        <Lines lines={siteSettingLines(site.settings)} />
        <RecordForm
          intent="site"
          version={site.version}
          fields={SITE_FIELDS}
          value={site.settings}
          summary="Change the site"
          anchor="change-site"
          answer={answer}
        />
      </Card>
      <Card anchor="payment" title="How guests pay">
        <p>
          For every home that doesn’t differ. Guests read the ways to pay before they book, and the rest once their stay
          is confirmed, with the amounts, the days, and their reference. The days stay as agreed if you change them
          later.
        </p>
        <Lines lines={paymentSettingLines(payment.settings)} />
        <RecordForm
          intent="payment"
          version={payment.version}
          fields={SITE_PAYMENT_FIELDS}
          value={payment.settings}
          summary="Change how guests pay"
          anchor="change-payment"
          answer={answer}
        />
      </Card>
    </>
  )
}

/** The pages with content for guests. */
const OtherPages = () => (
  <Card>
    <ul className="more-list">
      {Object.entries(SITE_PAGES).map(([name, { title, detail }]) => (
        <li key={name}>
          <Link to={`/admin/site/${name}`}>
            <strong>{title}</strong>
            <span className="admin-detail">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
