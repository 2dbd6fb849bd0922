import { Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { type HomePage, STATES, toneOf } from './channels-page.ts'
import type { listingChanges } from './listing.changes.server.ts'
import { PlatformTable } from './platform-table.tsx'
import { PLATFORMS, type Platform, WITHHELD_FIELDS } from './platforms.ts'

const Button = ChangeButton<typeof listingChanges>

type Listing = NonNullable<HomePage['listing']>
type Props = { slug: string; listing: Listing; answer: ChangeAnswer | null }

/** A home with a listing: its platforms, whether it is on, and the nights that only this site sells. */
export function HomeListing({ slug, listing, answer }: Props) {
  const { id, withheld, version, feeds, isOn } = listing
  return (
    <>
      {feeds.length > 0 && (
        <p className="admin-note">
          The calendar of {listOf(feeds)} is synced for this home, too. A platform that is connected twice takes its own
          nights twice: <Link to={`/admin/calendars#home-${slug}`}>remove the calendar</Link> once the home is on.
        </p>
      )}
      {refusedWords(listing).map((words) => (
        <p key={words} className="form-problem">
          {words}
        </p>
      ))}
      <PlatformTable listing={listing} answer={answer} />
      <Sending slug={slug} listing={listing} />
      <Card title="Nights only for this site">
        <p>Platforms don’t sell these nights. Guests book them here.</p>
        <RecordForm
          {...{ id, version, answer }}
          intent="withhold"
          fields={WITHHELD_FIELDS}
          value={{ withheld }}
          variant="outline"
        />
      </Card>
      {!isOn && (
        <Card title="Disconnect">
          <p>The home and its listing at Channex stay as they are, and are no longer linked.</p>
          <Button intent="leave-listing" id={id}>
            Disconnect
          </Button>
        </Card>
      )}
    </>
  )
}

/** What the channel manager did not take, of the home and of its platforms. */
const refusedWords = ({ lastError, refusals, platforms }: Listing) => [
  ...(lastError ? [lastError] : []),
  ...refusals.map((reason) => `Some nights are refused: ${reason}`),
  ...platforms.flatMap(({ name, refusals }) =>
    refusals.map((reason) => `Some prices for ${name} are refused: ${reason}`),
  ),
]

/** What would change there, and the way to turn the home on or off. */
function Sending({ slug, listing }: Omit<Props, 'answer'>) {
  const { id, isOn, state, comparison, platforms, sentAt } = listing
  const sent = sentAt ? `Last sent on ${sentAt}.` : 'They are about to be sent.'
  return (
    <Card title="Nights and prices" note={<State tone={toneOf(state)}>{STATES[state]}</State>}>
      {isOn && <p>{sent} Fees, taxes, and discounts are not sent: set them on each platform.</p>}
      {!isOn && platforms.length === 0 && <p>Add a platform first. Nothing is sent yet.</p>}
      {!isOn && platforms.length > 0 && (
        <p>
          Compare first: you see by month what would change there. Once the home is on, this site’s nights and prices
          replace those at Channex.
        </p>
      )}
      {comparison && <Compared comparison={comparison} />}
      <Actions>
        {platforms.length > 0 && (
          <Link to={`/admin/channels/${slug}?compare=1`} className="button button-outline" preventScrollReset>
            {comparison ? 'Compare again' : 'Compare the next 500 nights'}
          </Link>
        )}
        {isOn && (
          <Button intent="turn-off" id={id}>
            Turn off
          </Button>
        )}
        {!isOn && comparison && platforms.length > 0 && (
          <Button
            intent="turn-on"
            id={id}
            value={{ seen: comparison.digest }}
            variant="ember"
            confirms
            pendingText="Turning it on..."
          >
            Turn on
          </Button>
        )}
      </Actions>
    </Card>
  )
}

type Comparison = NonNullable<Listing['comparison']>

/** How many nights differ on each platform, and by month which. */
const Compared = ({ comparison: { platforms } }: { comparison: Comparison }) => (
  <>
    {platforms.map(({ id, platform, count }) => (
      <p key={id}>
        <strong>
          {nameOf(platform)}: {count === 0 ? 'all nights are the same' : `${countOf(count, 'night')} differ`}
        </strong>
      </p>
    ))}
    <ul>
      {differingMonths(platforms).map(({ month, of }) => (
        <li key={month}>
          <details>
            <summary>
              {month}: {listOf(of.map(({ name, count }) => `${name} ${countOf(count, 'night')}`))}
            </summary>
            {of.map(({ name, differences }) => (
              <section key={name} aria-label={name}>
                <p>{name}</p>
                <ul>
                  {differences.map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                </ul>
              </section>
            ))}
          </details>
        </li>
      ))}
    </ul>
  </>
)

const nameOf = (platform: string) => PLATFORMS[platform as Platform]

/** The months in which nights differ, with the platforms of each. */
const differingMonths = (platforms: Comparison['platforms']) => {
  const all = platforms.flatMap(({ platform, months }) => months.map((month) => ({ ...month, name: nameOf(platform) })))
  const differing = all.filter(({ count }) => count > 0)
  return [...Map.groupBy(differing, ({ month }) => month)].map(([month, of]) => ({ month, of }))
}
