import { Link } from 'react-router'
import { countOf, listOf } from '#app/shared/words.ts'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { type ChannelHome, STATES } from './channels-page.ts'

export const differingWords = (differing: number | null) => {
  if (differing === null) return 'not compared'
  return differing === 0 ? 'none' : countOf(differing, 'night')
}

const stateWords = ({ state, refused }: ChannelHome) =>
  state !== 'failing' && refused ? `${STATES[state]}, some nights refused` : STATES[state]

/** Every home, with what was sent to its platforms and received from them. */
export const HomeTable = ({ homes }: { homes: ChannelHome[] }) => (
  <RecordTable<ChannelHome>
    title="Homes"
    none="There are no homes yet."
    columns={[
      { heading: 'Home', cell: ({ name, slug }) => <Link to={`/admin/channels/${slug}`}>{name}</Link> },
      { heading: 'State', cell: stateWords },
      { heading: 'Platforms', cell: ({ platforms }) => (platforms.length > 0 ? listOf(platforms) : 'none') },
      { heading: 'Last sent', cell: ({ sentAt }) => sentAt ?? 'never' },
      { heading: 'Last received', cell: ({ receivedAt }) => receivedAt ?? 'never' },
      { heading: 'Differ', cell: ({ differing }) => differingWords(differing) },
    ]}
    rows={homes}
    keyOf={({ slug }) => slug}
  />
)
