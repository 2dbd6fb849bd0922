import { countOf, listOf } from '#app/shared/words.ts'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import { RowLink } from '#app/ui/dashboard/table.tsx'
import { type ChannelHome, STATES, toneOf } from './channels-page.ts'

export const differingWords = (differing: number | null) => {
  if (differing === null) return 'not compared yet'
  return differing === 0 ? 'none' : countOf(differing, 'night')
}

const stateWords = ({ state, refused }: ChannelHome) =>
  state !== 'failing' && refused ? `${STATES[state]}, some nights refused` : STATES[state]

const stateTone = ({ state, refused }: ChannelHome) => (refused ? 'bad' : toneOf(state))

/** Every home, with what was sent to its platforms and received from them. One that is not connected has its state. */
export const HomeTable = ({ homes }: { homes: ChannelHome[] }) => (
  <RecordTable<ChannelHome>
    title="Homes"
    none="There are no homes yet."
    phone="values"
    columns={[
      { heading: 'Home', cell: ({ name, slug }) => <RowLink to={`/admin/channels/${slug}`}>{name}</RowLink> },
      { heading: 'State', cell: (home) => <State tone={stateTone(home)}>{stateWords(home)}</State> },
      {
        heading: 'Platforms',
        cell: ifConnected(({ platforms }) => (platforms.length > 0 ? listOf(platforms) : 'none')),
      },
      { heading: 'Last sent', cell: ifConnected(({ sentAt }) => sentAt ?? 'never') },
      { heading: 'Last received', cell: ifConnected(({ receivedAt }) => receivedAt ?? 'never') },
      { heading: 'Differ', cell: ifConnected(({ differing }) => differingWords(differing)) },
    ]}
    rows={homes}
    keyOf={({ slug }) => slug}
  />
)

const ifConnected = (words: (home: ChannelHome) => string) => (home: ChannelHome) =>
  home.state === 'unconnected' ? '' : words(home)
