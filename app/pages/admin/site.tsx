import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { FoldedForm, Lines } from '#app/features/back-office/folded-form.tsx'
import { FillText } from '#app/features/back-office/form-parts.tsx'
import { getSiteSettings, saveSiteSettings } from '#app/features/site/manage-site.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { siteSettingLines } from '#app/features/site/site-settings.ts'
import {
  operatorAccessContext,
  requireOperator,
  requireOperatorForm,
} from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/site.ts'
import '#app/features/back-office/folded-form.css'

const PATH = '/admin/site'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  return getSiteSettings(context.get(servicesContext).db)
}

export async function action({ request, context }: Route.ActionArgs) {
  const { by, form } = await requireOperatorForm(context.get(operatorAccessContext), request)
  const services = context.get(servicesContext)
  return answerForm(services, PATH, await saveSiteSettings(services, { form, by }))
}

/** Also after a refusal: somebody else may have changed it. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Site',
    description: 'Email address, postal address, and social link.',
    path: PATH,
    noindex: true,
  })

export default function Site({ loaderData: { settings, version }, actionData }: Route.ComponentProps) {
  const { email, postalAddress, socialName, socialUrl } = settings
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
    </>
  )
}
