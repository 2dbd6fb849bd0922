import { countOf, listOf } from '#app/shared/words.ts'
import { Section } from '#app/ui/sections.tsx'
import type { Channel } from './channels.ts'
import { type SeedKind, seedForm } from './seed.ts'
import { noAccountRule, shareBonusRule } from './share-bonus.ts'
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
  answerDays: number | null
  seedSource: string | null
  seedKind: SeedKind
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
      <Section title="Sponsor">
        <p>
          The sponsor is {rules.sponsor}. Send questions to{' '}
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
            Residents of {listOf(rules.excludedStates.map(nameOf))} may not enter. The giveaway is void there and
            wherever prohibited by law.
          </p>
        )}
      </Section>
      <Section title="Dates">
        <p>
          Entries are accepted from {rules.opens} until {rules.closes}. Our server’s clock decides.
        </p>
      </Section>
      <Section title="How to enter">
        <p>
          Fill in the form on the{' '}
          <a className="link" href="/staycation">
            giveaway page
          </a>
          . That’s one entry. Use one email address per person; entering again with the same address changes nothing.
        </p>
        {bonus && <p>{bonus} It doesn’t matter whether anyone sees what you shared.</p>}
      </Section>
      <Section title="No purchase or sharing necessary">
        <p>
          {rules.freeEntryMethod} {openWays}
        </p>
      </Section>
      <Section title="The prize">
        <p>{rules.prize}</p>
        <p>Its retail value is {rules.retailValue}. There is one prize. It can’t be exchanged for cash.</p>
      </Section>
      <Section title="Odds of winning">
        <p>{rules.odds}</p>
      </Section>
      <Section title="How the winner is drawn" id="draw">
        <p>{rules.winnerSelection}</p>
        {rules.answerDays !== null && (
          <p>
            The winner has {countOf(rules.answerDays, 'day')} from our email to accept or decline, by the private link
            in it.
          </p>
        )}
        <p>
          You don’t have to take our word for it. When entries close, we freeze the list of them and publish it with its
          SHA-256. Each line stands for an entrant by a code that only the entrant can recognize. Only then comes the
          seed, which we don’t choose. Anyone can work out who won from the list and the seed.
        </p>
        {rules.seedSource && (
          <p>
            <strong>The seed:</strong> {rules.seedSource}
            {rules.seedKind !== 'text' && ` It’s written as ${seedForm(rules.seedKind)}.`}
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
      <Section title="How we use your information">
        <p>
          We use it to run the giveaway and to reach the winner. We name a winner only who agrees to it, by first name
          and state. We send news only to people who checked the box and confirmed it by email. Contact us and we’ll
          delete your entry.
        </p>
      </Section>
    </>
  )
}
