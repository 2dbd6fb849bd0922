import { data } from 'react-router'
import { EntrySection } from '#app/features/giveaway/entry-section.tsx'
import { submitGiveawayForm } from '#app/features/giveaway/form-action.server.ts'
import { getGiveaway } from '#app/features/giveaway/giveaway.server.ts'
import { ENTRY_LABELS } from '#app/features/giveaway/giveaway.ts'
import { GiveawayHero } from '#app/features/giveaway/giveaway-hero.tsx'
import { GiveawayPrize } from '#app/features/giveaway/giveaway-prize.tsx'
import { giveawayOgImage } from '#app/features/giveaway/og-image.server.ts'
import { ogImageOf } from '#app/features/media/og-images.server.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { readForm } from '#app/platform/http/form-action.server.ts'
import { pageExpiryContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { answerRefusal, answerWithRetryPage } from '#app/platform/http/retry-page.server.tsx'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import styles from '#app/styles/app.css?url'
import { PageHead } from '#app/ui/page-head.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { Route } from './+types/giveaway.ts'

export const handle: PageHandle = { sitemap: 'by-feature' }

export const middleware: Route.MiddlewareFunction[] = [answerWithRetryPage(styles)]

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const found = await getGiveaway(services)
  if (!found) return { giveaway: null, share: null }
  const { notAfter, ...giveaway } = found
  if (notAfter) context.get(pageExpiryContext).notAfter = notAfter
  const share = ogImageOf(giveawayOgImage(giveaway, await getSite(services)), services.config)
  return { giveaway, share }
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await submitGiveawayForm(await readForm(request, context))
  if (answer.ok) return data(answer)
  return answerRefusal(context, answer, {
    action: '/staycation#enter',
    title: 'We couldn’t save this yet',
    button: 'Send it again',
    labels: ENTRY_LABELS,
  })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity } = rootData(matches)
  const giveaway = loaderData?.giveaway
  return pageMetadata(identity, {
    title: giveaway?.name ?? 'Giveaway',
    description: giveaway?.lead || `Win a free stay with ${identity.brand}. No purchase necessary.`,
    path: '/staycation',
    image: loaderData?.share,
    noindex: !giveaway,
  })
}

export default function Staycation({ loaderData, actionData }: Route.ComponentProps) {
  const { identity } = useRootData()
  const { giveaway } = loaderData
  if (!giveaway) return <NoGiveaway />
  const shareable = { url: `${identity.siteUrl}/staycation`, title: `${giveaway.name} with ${identity.brand}` }
  return (
    <ToastProvider>
      <GiveawayHero giveaway={giveaway} />
      <GiveawayPrize prize={giveaway.prize} cards={giveaway.cards} wonLast={giveaway.wonLast} />
      <section id="enter" aria-labelledby="enter-heading" className="band pb-(--section-space)">
        <div className="giveaway-panel on-night">
          <EntrySection giveaway={giveaway} answer={actionData ?? null} shareable={shareable} />
        </div>
      </section>
    </ToastProvider>
  )
}

function NoGiveaway() {
  const { hasProperties } = useRootData().site
  return (
    <PageHead
      title="There’s no giveaway right now"
      text={`When there is one, you’ll find it here.${hasProperties ? ' The homes are here all year.' : ''}`}
    >
      {hasProperties && (
        <a href="/#properties" className="button button-ember mt-8">
          See the homes
        </a>
      )}
      <span className="window" aria-hidden="true" />
    </PageHead>
  )
}
