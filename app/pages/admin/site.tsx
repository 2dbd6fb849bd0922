import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { FoldedForm, type FormAnswer, Lines } from '#app/features/back-office/folded-form.tsx'
import { FillText } from '#app/features/back-office/form-parts.tsx'
import { PaymentFields } from '#app/features/back-office/payment-fields.tsx'
import { getSitePayment, saveSitePayment } from '#app/features/site/manage-payment.server.ts'
import { getSiteSettings, saveSiteSettings } from '#app/features/site/manage-site.server.ts'
import { paymentSettingLines } from '#app/features/site/payment-terms.ts'
import { siteSettingLines } from '#app/features/site/site-settings.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/site.ts'
import '#app/features/back-office/folded-form.css'

const PATH = '/admin/site'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  return { ...(await getSiteSettings(db)), payment: await getSitePayment(db) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  const save = form.get('intent') === 'payment' ? saveSitePayment : saveSiteSettings
  return answerForm(services, PATH, await save(services, { form, by }))
}

/** Also after a refusal: somebody else may have changed it. */
export const shouldRevalidate = () => true

export const handle: AdminHandle = { title: 'Site' }

export default function Site({ loaderData: { settings, version, payment }, actionData }: Route.ComponentProps) {
  const { brand, email, postalAddress, socialName, socialUrl } = settings
  return (
    <>
      <h1>Site</h1>
      <p className="admin-lead">What every page and email says. Guests see a change at once.</p>
      <Lines lines={siteSettingLines(settings)} />
      <FoldedForm
        intent="site"
        version={version}
        summary="Change the site"
        anchor="change-site"
        answer={actionData ?? null}
      >
        {(fill) => (
          <>
            <FillText
              name="brand"
              label="Name"
              hint="In titles, emails, and shared links."
              stored={brand}
              fill={fill}
            />
            <FillText
              name="email"
              label="Email address"
              type="email"
              hint="Guests write to it, and messages of the site go there."
              stored={email}
              fill={fill}
            />
            <FillText
              name="postalAddress"
              label="Postal address"
              hint="At the end of every email."
              stored={postalAddress}
              fill={fill}
            />
            <FillText
              name="socialName"
              label="Name of the social link"
              hint="Such as: Instagram. Empty: no link."
              stored={socialName}
              fill={fill}
            />
            <FillText name="socialUrl" label="Address of the social link" type="url" stored={socialUrl} fill={fill} />
          </>
        )}
      </FoldedForm>
      <PaymentSection payment={payment} answer={actionData ?? null} />
    </>
  )
}

type PaymentProps = { payment: Route.ComponentProps['loaderData']['payment']; answer: FormAnswer | null }

function PaymentSection({ payment: { settings, version }, answer }: PaymentProps) {
  return (
    <section aria-labelledby="payment">
      <h2 id="payment">How guests pay</h2>
      <p>
        For every home that doesn’t differ. Guests read it once their stay is confirmed, with the amounts, the days, and
        their reference. The days stay as agreed if you change them later.
      </p>
      <Lines lines={paymentSettingLines(settings)} />
      <FoldedForm
        intent="payment"
        version={version}
        summary="Change how guests pay"
        anchor="change-payment"
        answer={answer}
      >
        {(fill) => (
          <PaymentFields
            settings={settings}
            fill={fill}
            textHint="With card payments, it is for stays that you book by hand."
            percentHint="Empty: everything is paid at once."
          />
        )}
      </FoldedForm>
    </section>
  )
}
