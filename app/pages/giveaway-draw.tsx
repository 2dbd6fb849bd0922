import { data, Link } from 'react-router'
import { DrawCheck } from '#app/features/giveaway/draw-check.tsx'
import { DrawSteps } from '#app/features/giveaway/draw-steps.tsx'
import { getDraw } from '#app/features/giveaway/draws.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { countOf } from '#app/shared/words.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import type { Route } from './+types/giveaway-draw.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const draw = await getDraw(context.get(servicesContext), params.id)
  if (!draw) throw data(null, { status: 404 })
  return { draw }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity } = rootData(matches)
  if (!loaderData) return []
  const { id, giveaway } = loaderData.draw
  return pageMetadata(identity, {
    title: `The drawing: ${giveaway}`,
    description: `How the winner of “${giveaway}” is drawn, with everything you need to check it.`,
    path: `/staycation/draw/${id}`,
  })
}

export default function StaycationDraw({ loaderData }: Route.ComponentProps) {
  const { draw } = loaderData
  return (
    <>
      <PageHead
        title="The drawing"
        text={`${draw.giveaway}. Everything that decides who wins is on this page. No names or addresses are.`}
      />
      <div className="band page-columns">
        <div>
          <DrawSteps draw={draw} />
          <DrawCheck draw={draw} />
        </div>
        <SideNotes label="The drawing in short">
          <SideNote title="Entries closed">{draw.closed}</SideNote>
          <SideNote title="List frozen">
            {draw.frozen}: {countOf(draw.lines, 'line')}, {countOf(draw.tickets, 'ticket')}
          </SideNote>
          <SideNote title="Drawn">{draw.drawn ?? 'Not yet; the seed is still to come.'}</SideNote>
          <SideNote title="The promise">
            What was said before the drawing stands in the{' '}
            <Link className="link" to="/staycation/rules#draw" viewTransition>
              Official Rules
            </Link>
            .
          </SideNote>
        </SideNotes>
      </div>
    </>
  )
}
