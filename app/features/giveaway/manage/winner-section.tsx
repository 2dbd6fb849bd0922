import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { countOf } from '#app/shared/words.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { ChangeForm, FormNumber, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { REPLACED } from '../rounds.ts'
import type { drawChanges } from './draw.changes.server.ts'
import type { LastWinner, ManagedDraw, ManagedGiveaway, Prizes } from './giveaways-page.ts'
import type { winnerChanges } from './winner.changes.server.ts'

type Props = {
  giveaway: ManagedGiveaway
  draw: ManagedDraw
  last: LastWinner
  properties: Prizes['properties']
  answer: ChangeAnswer | null
}

/** The drawn winners, the state of the last of them, and the next step. */
export function Winners({ giveaway, draw, last, properties, answer }: Props) {
  const { id, rules } = giveaway
  const { winners, rounds, lines, seed } = draw
  const { step } = last
  return (
    <>
      <p>The seed: {seed}</p>
      <ol className="item-lines">
        {winners.map(({ round, line, entry, replacedReason }) => (
          <li key={round}>
            <strong>{entry?.fullName ?? 'Deleted at their request'}</strong>
            <span className="admin-detail">
              {round === 1 ? 'The winner' : `Drawn in round ${round}`}, line {line} of the list
              {replacedReason && `. ${REPLACED[replacedReason].words}`}
            </span>
            {entry && (
              <span className="admin-contact">
                <a href={`mailto:${entry.email}`}>{entry.email}</a>
                <a href={phoneLink('tel', entry.phone)}>{entry.phone}</a>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p>{standing(last)}</p>
      {last.bounced !== null && <Resend {...{ id, answer }} round={rounds} bounced={last.bounced} />}
      <Actions>
        {step === 'write' && <Write id={id} round={rounds} days={rules.answerDays} answer={answer} />}
        {step === 'make-code' && (
          <MakeCode giveaway={giveaway} round={rounds} last={last} properties={properties} answer={answer} />
        )}
        {rounds < lines && <Again id={id} round={rounds} isNext={step === 'draw-again'} answer={answer} />}
      </Actions>
    </>
  )
}

function standing({ step, written, answerBy, answer, isNamed, code }: LastWinner): string {
  const named = isNamed ? 'The giveaway’s page names them, as they agreed.' : 'They didn’t agree to be named.'
  switch (step) {
    case 'write':
      return 'Next, check that the winner is eligible, and write to the winner.'
    case 'wait':
      return `You wrote to the winner on ${written}. The answer is due by ${answerBy}. There’s nothing to do until then.`
    case 'make-code':
      return `The winner accepted. ${named} Next, make the code that books the stay.`
    case 'done':
      return `The winner accepted, and has the code ${code}. ${named} The stay comes in as a request, like any other.`
    case 'draw-again': {
      if (answer === 'declined') return 'The winner declined. Next, draw again.'
      return answerBy ? `The winner could answer until ${answerBy}, and didn’t. Next, draw again.` : 'Next, draw again.'
    }
  }
}

type StepProps = { id: string; round: number; answer: ChangeAnswer | null }

const Write = ({ id, round, days, answer }: StepProps & { days: number | undefined }) => (
  <ChangeForm<typeof winnerChanges>
    {...{ id, answer }}
    intent="write"
    summary="Write to the winner"
    anchor={`write-${id}`}
    save="Send the email"
    saving="Sending..."
  >
    {(fields) => (
      <>
        <input type="hidden" name={fields.round.name} value={round} />
        <p>
          The email says what was won, and has a private link to accept or decline.
          {days !== undefined && ` The winner has ${countOf(days, 'day')}, as the rules say.`}
        </p>
        {days === undefined && (
          <FormNumber field={fields.days} label="Days to answer" hint="As many as your rules promise." />
        )}
      </>
    )}
  </ChangeForm>
)

const Resend = ({ id, round, bounced, answer }: StepProps & { bounced: string }) => (
  <>
    <p className="admin-alert">The email to the winner came back: {bounced}</p>
    <ChangeForm<typeof winnerChanges>
      {...{ id, answer }}
      intent="resend"
      summary="Correct the address and send it again"
      anchor={`resend-${id}`}
      save="Send it again"
      saving="Sending..."
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.round.name} value={round} />
          <p>Ask the winner by phone. If there is no answer yet, the days to answer start again.</p>
          <FormText field={fields.email} label="Email" type="email" required />
          <FormText
            field={fields.reason}
            label="How you know it"
            hint="Kept in History. For example: told on the phone."
            required
          />
        </>
      )}
    </ChangeForm>
  </>
)

type CodeProps = Omit<StepProps, 'id'> & {
  giveaway: ManagedGiveaway
  last: LastWinner
  properties: Prizes['properties']
}

const MakeCode = ({ giveaway: { id, rules }, round, last: { prize }, properties, answer }: CodeProps) => (
  <ChangeForm<typeof winnerChanges>
    {...{ id, answer }}
    intent="make-code"
    stored={prize}
    summary="Make the prize code"
    anchor={`make-code-${id}`}
    save="Make the code and send it"
    saving="Sending..."
  >
    {(fields) => (
      <>
        <input type="hidden" name={fields.round.name} value={round} />
        <p>The prize: {rules.prize}</p>
        <p>The code works for one booking and covers all that it costs, taxes included. The winner gets it by email.</p>
        <FormSelect
          field={fields.property}
          label="Home"
          none="Choose a home"
          options={properties.map(({ slug, name }) => [slug, name] as const)}
        />
        <FormNumber field={fields.nights} label="Nights at most" />
        <FormText field={fields.bookUntil} label="Book by" type="date" />
        <FormText field={fields.stayFrom} label="First night" type="date" hint="Empty: any." />
        <FormText field={fields.stayUntil} label="Last night" type="date" hint="Empty: any." />
      </>
    )}
  </ChangeForm>
)

const REASONS = Object.entries(REPLACED).map(([reason, { choice }]) => [reason, choice] as const)

const Again = ({ id, round, isNext, answer }: StepProps & { isNext: boolean }) => (
  <ChangeForm<typeof drawChanges>
    {...{ id, answer }}
    intent="again"
    summary={isNext ? 'Draw again' : 'Draw another winner instead'}
    anchor={`again-${id}`}
    save="Draw another winner"
    saving="Drawing..."
  >
    {(fields) => (
      <>
        <input type="hidden" name={fields.round.name} value={round} />
        <p>The next round is public too, with the reason, and can’t be undone.</p>
        <FormSelect field={fields.reason} label="Reason" none="Choose a reason" options={REASONS} />
      </>
    )}
  </ChangeForm>
)
