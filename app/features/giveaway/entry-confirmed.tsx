import type { Ref } from 'react'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { CHANNEL_NAMES, type Channel } from './channels.ts'
import { EntryLights } from './entry-lights.tsx'
import { entriesInWords, type Standing } from './giveaway.ts'
import { type Shareable, ShareButtons, shareTarget } from './share-buttons.tsx'

type Props = {
  entered: { email: string } & Standing
  giveaway: { phase: string; channels: Channel[]; bonusPerChannel: number; maximumBonus: number; drawId: string | null }
  shareable: Shareable
  /** The result of a share posted without JavaScript; its target still has to be opened. */
  shared?: { channel: Channel; message: string }
  /** Why a share posted without JavaScript does not count. */
  refusal?: string
  heading: Ref<HTMLHeadingElement>
  onShared: (channel: Channel, totalEntries: number) => void
  onAnother: () => void
}

/** Shown after the entry: the lit lights, those that sharing can still light, and the share buttons. */
export function EntryConfirmed({ entered, giveaway, shareable, shared, refusal, heading, onShared, onAnother }: Props) {
  const { totalEntries: count } = entered
  const all = 1 + giveaway.maximumBonus
  const open = giveaway.phase === 'open'
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 ref={heading} tabIndex={-1} id="enter-heading" className="heading-section">
          You’re in. {count === 1 ? 'One light is' : `${count} lights are`} on for you.
        </h2>
        <p className="measure mt-4 text-muted">
          Each light is one entry. You have <strong className="text-foreground">{entriesInWords(count)}</strong>.{' '}
          {open && invitation(count, giveaway)}
        </p>
      </div>
      <EntryLights lit={count} all={all} label={`${count} of ${countOf(all, 'light')} on`} />
      {shared && (
        <p role="status" className="border-l-2 border-lit pl-4">
          {shared.message}{' '}
          <a className="link" href={shareTarget(shared.channel, shareable)} target="_blank" rel="noopener noreferrer">
            {shared.channel === 'copy_link' ? shareable.url : `Now share it ${CHANNEL_NAMES[shared.channel].phrase}`}
          </a>
        </p>
      )}
      {refusal && (
        <p role="alert" className="form-problem">
          {refusal}
        </p>
      )}
      {open && (
        <ShareButtons
          email={entered.email}
          channels={giveaway.channels}
          used={entered.usedChannels}
          shareable={shareable}
          onShared={onShared}
        />
      )}
      <div className="-ml-3 flex flex-wrap items-center gap-x-2 text-sm">
        {open && (
          <form method="get" action="/staycation#enter">
            <Button
              type="submit"
              variant="quiet"
              onClick={(event) => {
                event.preventDefault()
                onAnother()
              }}
            >
              Enter Another Person
            </Button>
          </form>
        )}
        <a className="button button-quiet" href="/staycation/rules">
          Official Rules
        </a>
        <a
          className="button button-quiet"
          href={giveaway.drawId ? `/staycation/draw/${giveaway.drawId}` : '/staycation/rules#draw'}
        >
          How the winner is drawn
        </a>
      </div>
    </div>
  )
}

function invitation(count: number, { bonusPerChannel, maximumBonus }: Props['giveaway']): string {
  const left = 1 + maximumBonus - count
  if (left <= 0 || bonusPerChannel === 0) return 'Every light is on.'
  const ways = Math.ceil(left / bonusPerChannel)
  return `Share ${ways === 1 ? 'one more way' : `in ${ways} ways`} to light all ${1 + maximumBonus}.`
}
