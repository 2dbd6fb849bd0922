import type { ReactNode } from 'react'
import { countOf } from '#app/shared/words.ts'
import type { Round } from './draw.ts'
import { REPLACED, type ReplacedReason } from './rounds.ts'
import { type SeedKind, seedForm } from './seed.ts'

export type DrawShown = {
  id: string
  giveaway: string
  closed: string
  frozen: string
  drawn: string | null
  listDigest: string
  lines: number
  tickets: number
  seedSource: string
  seedKind: SeedKind
  seed: string | null
  rounds: RoundDrawn[]
}

type RoundDrawn = Round & { code: string; replacedReason: ReplacedReason | null }

/** The draw step by step, with every input. Readable without JavaScript. */
export function DrawSteps({ draw }: { draw: DrawShown }) {
  const list = `/staycation/draw/${draw.id}/entries.txt`
  return (
    <ol className="draw-steps max-w-[46rem]">
      <Step title="The list is frozen">
        <p>
          Entries closed on {draw.closed}. The list was frozen and published on {draw.frozen}:{' '}
          {countOf(draw.lines, 'line')} with {countOf(draw.tickets, 'ticket')} in total.{' '}
          <a className="link" href={list}>
            Read the list
          </a>
          .
        </p>
        <p>
          Each line is a code, a space, and the number of tickets it holds, one per entry. The code is the SHA-256 of
          the entry’s number, a space, and the email address in lowercase. The number is random and comes in the email
          that confirmed the entry, so entrants can find their own line and no one else’s. Lines are sorted by code.
        </p>
        <Value label="SHA-256 of the list">{draw.listDigest}</Value>
      </Step>
      <Step title="The seed comes from outside">
        <p>Named when the list was published, before anyone could know it: {draw.seedSource}</p>
        {draw.seedKind !== 'text' && <p>It’s written as {seedForm(draw.seedKind)}.</p>}
        {draw.seed === null ? (
          <p>
            <strong>The seed isn’t known yet.</strong> Note the SHA-256 above; it won’t change.
          </p>
        ) : (
          <Value label={`The seed, entered on ${draw.drawn}`}>{draw.seed}</Value>
        )}
      </Step>
      <Step title="The winning ticket">
        <p>
          Take the text made of the list’s SHA-256, the seed, the round (1 for the first winner) and the try (1 at
          first), with a space between each. Its SHA-256, read as a number in base 16, divided by the number of tickets,
          leaves a remainder: that is the ticket. Tickets are counted from 0, down the list. So that no ticket is more
          likely than another, a number at or above the largest multiple of the tickets that fits below 2²⁵⁶ is skipped,
          and the next try counts. If a winner doesn’t answer, we draw another round, in which lines already drawn hold
          no tickets.
        </p>
        {draw.rounds.map((round) => (
          <RoundShown key={round.round} round={round} />
        ))}
      </Step>
    </ol>
  )
}

function RoundShown({ round }: { round: RoundDrawn }) {
  return (
    <div className="mt-2 flex flex-col gap-3">
      <h3 className="font-display text-xl">
        Round {round.round}: line {round.line} wins
      </h3>
      {round.tries.map(({ hashed, hash, accepted }, index) => (
        <div key={hashed} className="flex flex-col gap-3">
          <Value label={`What is hashed, try ${index + 1}`}>{hashed}</Value>
          <Value label={accepted ? 'Its SHA-256' : 'Its SHA-256, skipped'}>{hash}</Value>
        </div>
      ))}
      <p>
        Divided by {countOf(round.tickets, 'ticket')} it leaves <strong>{round.ticket}</strong>, which belongs to line{' '}
        <strong>{round.line}</strong>:
      </p>
      <Value label={`The code on line ${round.line}`}>{round.code}</Value>
      {round.replacedReason && <p>{REPLACED[round.replacedReason].words}, so we drew another round.</p>}
    </div>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="heading-small">{title}</h2>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </li>
  )
}

function Value({ label, children }: { label: string; children: string }) {
  return (
    <p className="rounded-md bg-subtle px-4 py-3">
      <span className="block text-sm text-muted">{label}</span>
      <code className="draw-hash">{children}</code>
    </p>
  )
}
