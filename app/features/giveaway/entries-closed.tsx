import type { ReactNode } from 'react'
import { EntryLights, noneLitText } from './entry-lights.tsx'
import { type Phase, refusalWords } from './giveaway.ts'

type Props = { giveaway: { phase: Phase; opens: string; closes: string; maximumBonus: number; drawId: string | null } }

/** Replaces the form while the giveaway is closed: since or until when, and what happens next. */
export function EntriesClosed({ giveaway }: Props) {
  const all = 1 + giveaway.maximumBonus
  const closed = giveaway.phase === 'closed'
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.35fr]">
      <div>
        <h2 id="enter-heading" className="heading-section">
          {closed ? 'The giveaway is closed' : 'Not open yet'}
        </h2>
        <p className="measure mt-5 text-muted">{refusalWords(closed ? 'closed' : 'not-open', giveaway)}</p>
      </div>
      <div className="flex flex-col items-start gap-6">
        <EntryLights lit={0} all={all} label={closed ? 'The lights are out' : noneLitText(all)} />
        {closed && (
          <p className="measure">
            Here’s what happens now: we freeze and publish the list of entries, a seed we don’t choose decides the
            winner, and the winner gets an email. The windows stay dark until the next giveaway.
          </p>
        )}
        {closed ? (
          <DrawLink drawId={giveaway.drawId} />
        ) : (
          <RestingLink to="/staycation/rules">Read the Official Rules</RestingLink>
        )}
      </div>
    </div>
  )
}

function DrawLink({ drawId }: { drawId: string | null }) {
  if (drawId) return <RestingLink to={`/staycation/draw/${drawId}`}>Check the drawing</RestingLink>
  return <RestingLink to="/staycation/rules#draw">How the winner is drawn</RestingLink>
}

function RestingLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="button button-outline" href={to}>
      {children}
    </a>
  )
}
