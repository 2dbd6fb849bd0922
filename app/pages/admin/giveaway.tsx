import { drawChanges } from '#app/features/giveaway/manage/draw.changes.server.ts'
import { giveawayChanges } from '#app/features/giveaway/manage/giveaway.changes.server.ts'
import { GiveawaySection } from '#app/features/giveaway/manage/giveaway-section.tsx'
import { getGiveawaysPage } from '#app/features/giveaway/manage/giveaways-page.server.ts'
import { StartSection } from '#app/features/giveaway/manage/start-section.tsx'
import { winnerChanges } from '#app/features/giveaway/manage/winner.changes.server.ts'
import { SendImage, SiteImages } from '#app/features/site/manage/site-part-forms.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/giveaway.ts'

const PAGE = '/admin/giveaway'

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const page = await getGiveawaysPage(context.get(servicesContext), query, context.get(operatorContext))
  return { ...page, refused: query.get('refused') }
}

export const action = (args: Route.ActionArgs) =>
  changeAction(args, { ...giveawayChanges, ...drawChanges, ...winnerChanges })

export const handle: AdminHandle = { title: 'Giveaway' }

export default function Giveaways({ loaderData, actionData }: Route.ComponentProps) {
  const { giveaways, start, prizes, zones, images, refused } = loaderData
  const answer = actionData ?? null
  return (
    <>
      <PageTop
        title="Giveaway"
        facts="Its page, its rules, and the drawing. What entrants have accepted stays as it is; texts and images can change."
      />
      {giveaways.length === 0 && <p>There is none yet, so guests see no link to it.</p>}
      <SendImage page={PAGE} refused={refused} />
      <ChangeNote answer={answer && answer.intent === 'remove' ? answer : null} />
      <SiteImages page={PAGE} images={images}>
        {giveaways.map((giveaway) => (
          <GiveawaySection
            key={giveaway.id}
            giveaway={giveaway}
            zones={zones}
            properties={prizes.properties}
            answer={answer}
          />
        ))}
      </SiteImages>
      <StartSection start={start} prizes={prizes} zones={zones} count={giveaways.length} answer={answer} />
    </>
  )
}
