import { Section } from '#app/ui/sections.tsx'
import { type Channel, noAccountRule, shareBonusRule } from './giveaway.ts'
import { isState, US_STATES } from './us-states.ts'

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

/** The giveaway's rules, from its record. They state only what the software does. */
export function OfficialRules({ rules, email }: { rules: RulesShown; email: string }) {
  const bonus = shareBonusRule(rules)
  const openWays = noAccountRule(rules)
  return (
    <>
      <Section title="Who runs it">
        <p>
          The sponsor is {rules.sponsor}. Questions go to{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          .
        </p>
      </Section>
      <Section title="Who may enter">
        <p>{rules.eligibility}</p>
        {rules.excludedStates.length > 0 && (
          <p>
            Residents of {new Intl.ListFormat('en-US').format(rules.excludedStates.map(nameOf))} may not enter. The
            giveaway is void there and wherever the law forbids it.
          </p>
        )}
      </Section>
      <Section title="When">
        <p>
          Entries are taken from {rules.opens} until {rules.closes}. Our server’s clock decides.
        </p>
      </Section>
      <Section title="How to enter">
        <p>
          Fill in the form on the{' '}
          <a className="link" href="/staycation">
            giveaway’s page
          </a>
          . That is one entry. One person, one email address: entering again with the same address changes nothing.
        </p>
        {bonus && <p>{bonus} Whether anyone sees what you shared makes no difference.</p>}
      </Section>
      <Section title="Without buying, and without sharing">
        <p>
          {rules.freeEntryMethod} {openWays}
        </p>
      </Section>
      <Section title="The prize">
        <p>{rules.prize}</p>
        <p>Its retail value is {rules.retailValue}. There is one prize. It cannot be exchanged for money.</p>
      </Section>
      <Section title="Your chances">
        <p>{rules.odds}</p>
      </Section>
      <Section title="How the winner is drawn" id="draw">
        <p>{rules.winnerSelection}</p>
        <p>
          Nobody needs to trust us. When entries have closed, the list of them is frozen, and we publish it with its
          SHA-256. Each line stands for an entrant by a code that nobody but the entrant can recognize. Only then comes
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
              Check the drawing
            </a>
          </p>
        )}
      </Section>
      <Section title="What becomes of what you typed">
        <p>
          It is kept to run the giveaway and to reach the winner. News is sent only to those who checked the box and
          confirmed it by email. Write to us, and we delete your entry.
        </p>
      </Section>
    </>
  )
}
