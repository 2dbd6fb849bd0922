import { data, redirect } from 'react-router'
import type { WinnerPage } from '#app/features/giveaway/rounds.ts'
import { answerForm, getWinnerPage } from '#app/features/giveaway/winner.server.ts'
import { WinnerAnswer } from '#app/features/giveaway/winner-answer.tsx'
import { rootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, readForm, refusalResponse, runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/giveaway-winner.ts'

export const handle: PageHandle = { perRequest: true, secret: true }

/** The page on which a winner answers. Opening it changes nothing: mail scanners follow links. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const winner = await getWinnerPage(context.get(servicesContext), params.token)
  if (!winner) throw data(null, { status: 404 })
  return { winner }
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const answer = await runForm(answerForm(params.token), await readForm(request, context))
  if (answer.ok) return redirect(url.pathname, 303)
  return refusalResponse(answer)
}

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { identity } = rootData(matches)
  const description = identity.defaultDescription
  return pageMetadata(identity, { title: 'Your prize', description, path: location.pathname, noindex: true })
}

export default function StaycationWinner({ loaderData: { winner }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead {...headOf(winner)} />
      <WinnerAnswer winner={winner} refused={actionData ?? null} />
    </>
  )
}

function headOf({ state, name, giveaway, prize, code }: WinnerPage): { title: string; text: string } {
  if (state === 'open') return { title: `You won, ${name}`, text: `${giveaway}: ${prize}` }
  if (state === 'declined') return { title: 'You declined the prize', text: 'Thank you for letting us know.' }
  if (state === 'over') {
    const text = 'The time to answer is over. Reply to our email if you have a question.'
    return { title: 'This prize can’t be claimed anymore', text }
  }
  const next = code
    ? 'Book your stay with this code. There’s nothing to pay.'
    : 'We’ll email you a code to book it with.'
  return { title: `It’s yours, ${name}`, text: `${prize} ${next}` }
}
