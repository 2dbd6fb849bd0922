import { data } from 'react-router'
import { DrawCheck } from '#app/features/giveaway/draw-check.tsx'
import { DrawSteps } from '#app/features/giveaway/draw-steps.tsx'
import { getDraw } from '#app/features/giveaway/giveaway.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/staycation-draw.ts'
import '#app/features/giveaway/giveaway.css'

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
    title: `The draw: ${giveaway}`,
    description: `How the winner of "${giveaway}" is drawn, with everything it takes to check it.`,
    path: `/staycation/draw/${id}`,
  })
}

export default function StaycationDraw({ loaderData }: Route.ComponentProps) {
  const { draw } = loaderData
  return (
    <>
      <PageHead
        title="The draw"
        text={`${draw.giveaway}. Everything that decides who wins is on this page. Nobody’s name or address is.`}
      />
      <div className="band band-y">
        <DrawSteps draw={draw} />
        <DrawCheck draw={draw} />
      </div>
    </>
  )
}
