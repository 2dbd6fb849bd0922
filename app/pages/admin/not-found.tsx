import { data } from 'react-router'
import { operatorAccessContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import type { Route } from './+types/not-found.ts'

/** An address of the back office without a page: the frame says so. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
