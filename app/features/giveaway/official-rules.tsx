import type { ReactNode } from 'react'
import { CHANNEL_NAMES, type Channel, isState, US_STATES } from './giveaway.ts'

type RulesShown = {
  name: string
  sponsor: string
  opens: string
  closes: string
  prize: string
  retailValue: string
  eligibility: string
  excludedStates: string[]
  odds: string
  freeEntryMethod: string
  winnerSelection: string
  seedSource: string | null
  rulesVersion: string
  bonusPerChannel: number
  maximumBonus: number
  channels: Channel[]
  drawId: string | null
}

const nameOf = (code: string) => (isState(code) ? US_STATES[code] : code)

/** Every rule of the giveaway, from its record; nothing is said here that the software does not do. */
export function OfficialRules({ rules, email }: { rules: RulesShown; email: string }) {
  const { bonusPerChannel: bonus, maximumBonus: most } = rules
  const ways = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    rules.channels.map((channel) => CHANNEL_NAMES[channel].said),
  )
  return (
    <ol className="flex max-w-[44rem] flex-col">
      <Rule title="Who runs it">
        <p>
          The sponsor is {rules.sponsor}. Questions go to{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          .
        </p>
      </Rule>
      <Rule title="Who may enter">
        <p>{rules.eligibility}</p>
        {rules.excludedStates.length > 0 && (
          <p>
            Residents of {new Intl.ListFormat('en-US').format(rules.excludedStates.map(nameOf))} may not enter. The
            giveaway is void there and wherever the law forbids it.
          </p>
        )}
      </Rule>
      <Rule title="When">
        <p>
          Entries are taken from {rules.opens} until {rules.closes}. The clock of our server decides.
        </p>
      </Rule>
      <Rule title="How to enter">
        <p>
          Fill in the form on the{' '}
          <a className="link" href="/staycation">
            giveaway’s page
          </a>
          . That is one entry. One person, one e-mail address: entering again with the same address changes nothing.
        </p>
        {bonus > 0 && most > 0 && (
          <p>
            Each way of sharing the page ({ways}) adds {bonus} entries, once, and {most} at most in all. Whether anyone
            sees what you shared makes no difference.
          </p>
        )}
      </Rule>
      <Rule title="Without buying, and without sharing">
        <p>{rules.freeEntryMethod}</p>
      </Rule>
      <Rule title="The prize">
        <p>{rules.prize}</p>
        <p>Its retail value is {rules.retailValue}. There is one prize. It is not exchanged for money.</p>
      </Rule>
      <Rule title="Your chances">
        <p>{rules.odds}</p>
      </Rule>
      <Rule title="How the winner is drawn" id="draw">
        <p>{rules.winnerSelection}</p>
        <p>
          Nobody needs to trust us. When entries have closed, the list of them is frozen, and we publish it with its
          SHA-256. Each line stands for an entrant by a code that nobody but the entrant can recognise. Only then comes
          the seed, which we do not choose. From list and seed anyone can work out who won.
        </p>
        {rules.seedSource && (
          <p>
            <strong>The seed:</strong> {rules.seedSource}
          </p>
        )}
        {rules.drawId && (
          <p>
            <a className="link" href={`/staycation/draw/${rules.drawId}`}>
              Check the draw
            </a>
          </p>
        )}
      </Rule>
      <Rule title="What becomes of what you typed">
        <p>
          It is kept to run the giveaway and to reach the winner. News is sent only to those who ticked the box and
          confirmed it by e-mail. Write to us and your entry is deleted.
        </p>
      </Rule>
      <li className="border-t border-line pt-6 text-sm text-muted">
        Version {rules.rulesVersion} of these rules. The version you accepted is stored with your entry.
      </li>
    </ol>
  )
}

function Rule({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <li id={id} className="grid gap-3 border-t border-line py-7 sm:grid-cols-[13rem_1fr] sm:gap-8">
      <h2 className="font-display text-xl leading-tight">{title}</h2>
      <div className="flex flex-col gap-3">{children}</div>
    </li>
  )
}
