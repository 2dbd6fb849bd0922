import { getChannelsPage } from '#app/features/channels/manage/channels-page.server.ts'
import { connectionChanges } from '#app/features/channels/manage/connection.changes.server.ts'
import { ConnectionCard, ConnectionProblems, NewConnection } from '#app/features/channels/manage/connection-card.tsx'
import { HomeTable } from '#app/features/channels/manage/home-table.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/channels.ts'

export const loader = ({ context }: Route.LoaderArgs) => getChannelsPage(context.get(servicesContext))

export const action = (args: Route.ActionArgs) => changeAction(args, connectionChanges)

export const handle: AdminHandle = { title: 'Channels' }

export default function Channels({ loaderData, actionData }: Route.ComponentProps) {
  const { connection, homes } = loaderData
  const answer = actionData ?? null
  const card = connection && <ConnectionCard connection={connection} answer={answer} />
  // Beside what does not work.
  const isFirst = connection !== null && connection.failing !== null
  return (
    <>
      <PageTop title="Channels" facts="Airbnb, Vrbo, Booking.com, and others, with prices and bookings." />
      <ChangeNote answer={answer} forms={['connect']} />
      {connection === null && <NewConnection answer={answer} />}
      {connection && <ConnectionProblems connection={connection} />}
      {isFirst && card}
      {connection && <HomeTable homes={homes} />}
      {!isFirst && card}
    </>
  )
}
