import { data } from 'react-router'
import { getHomePage } from '#app/features/channels/manage/channels-page.server.ts'
import { ConnectHome, NoKey } from '#app/features/channels/manage/connect-home.tsx'
import { HomeListing } from '#app/features/channels/manage/home-listing.tsx'
import { listingChanges } from '#app/features/channels/manage/listing.changes.server.ts'
import { platformChanges } from '#app/features/channels/manage/platform.changes.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/channel-home.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const compares = new URL(request.url).searchParams.has('compare')
  const home = await getHomePage(context.get(servicesContext), { slug: params.slug, compares })
  if (!home) throw data(null, { status: 404 })
  return home
}

export const action = (args: Route.ActionArgs) => changeAction(args, { ...listingChanges, ...platformChanges })

export const handle: AdminHandle = { title: 'Channels of a home' }

export default function ChannelHome({ loaderData: home, actionData }: Route.ComponentProps) {
  const { slug, name, isConnected, problem, joinable, listing } = home
  const answer = actionData ?? null
  const forms = listing ? ['add-platform', 'change-platform', 'withhold'] : ['join-listing']
  return (
    <>
      <PageTop
        title={name}
        note={listing?.title === name ? undefined : listing?.title}
        crumbs={[{ to: '/admin/channels', label: 'Channels' }]}
      />
      <ChangeNote answer={answer} forms={forms} />
      {problem && <p className="form-problem">{problem}</p>}
      {!isConnected && <NoKey name={name} />}
      {isConnected && !listing && <ConnectHome {...{ slug, name, joinable, answer }} />}
      {listing && <HomeListing {...{ slug, listing, answer }} />}
    </>
  )
}
