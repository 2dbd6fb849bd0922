import { Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { ComparedMonth } from '../nights/compare-nights.ts'
import { type HomePage, STATES } from './channels-page.ts'
import type { listingChanges } from './listing.changes.server.ts'
import { PlatformTable } from './platform-table.tsx'
import { PLATFORMS, type Platform, WITHHELD_FIELDS } from './platforms.ts'

const Button = ChangeButton<typeof listingChanges>

type Listing = NonNullable<HomePage['listing']>
type Props = { slug: string; listing: Listing; answer: ChangeAnswer | null }

/** A home with a listing: its platforms, whether it is on, and the nights that only this site sells. */
export function HomeListing({ slug, listing, answer }: Props) {
  const { id, withheld, version, feeds, isOn, refusals, lastError } = listing
  return (
    <>
      {feeds.length > 0 && (
        <p className="admin-note">
          The calendar of {listOf(feeds)} is synced for this home, too. A platform that is connected twice takes its own
          nights twice: <Link to={`/admin/calendars#home-${slug}`}>remove the calendar</Link> once the home is on.
        </p>
      )}
      {[...(lastError ? [lastError] : []), ...refusals].map((words) => (
        <p key={words} data-failed>
          Refused: {words}
        </p>
      ))}
      <PlatformTable listing={listing} answer={answer} />
      <Sending slug={slug} listing={listing} />
      <Card title="Nights only for this site">
        <p>Platforms do not sell them.</p>
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
          <p>The home and its listing at Channex stay as they are, and know no more of each other.</p>
          <Button intent="leave-listing" id={id}>
            Disconnect
          </Button>
        </Card>
      )}
    </>
  )
}

/** What would change there, and the way to turn the home on or off. */
function Sending({ slug, listing }: Omit<Props, 'answer'>) {
  const { id, isOn, state, comparison, platforms, sentAt } = listing
  const compare = <Link to={`/admin/channels/${slug}?compare=1`}>Compare the next 500 nights</Link>
  if (isOn) {
    return (
      <Card title="Nights and prices" note={STATES[state]}>
        <p>
          {sentAt ? `Last sent on ${sentAt}.` : 'They are about to be sent.'} Fees, taxes, and discounts are not sent:
          set them on each platform.
        </p>
        {comparison && <Comparison comparison={comparison} />}
        <div className="admin-contact">
          {compare}
          <Button intent="turn-off" id={id}>
            Turn off
          </Button>
        </div>
      </Card>
    )
  }
  return (
    <Card title="Nights and prices" note={STATES[state]}>
      <p>
        Compare first: you see by month what would change there. Once the home is on, this site’s nights and prices
        replace those at Channex.
      </p>
      {comparison && <Comparison comparison={comparison} />}
      <div className="admin-contact">
        {platforms.length > 0 && compare}
        {comparison && platforms.length > 0 && (
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
      </div>
    </Card>
  )
}

const Comparison = ({ comparison: { platforms } }: { comparison: NonNullable<Listing['comparison']> }) =>
  platforms.map(({ id, platform, count, months }) => (
    <section key={id} aria-label={PLATFORMS[platform as Platform]}>
      <h3>
        {PLATFORMS[platform as Platform]}:{' '}
        {count === 0 ? 'all nights are the same' : `${countOf(count, 'night')} differ`}
      </h3>
      <ul>
        {months
          .filter((month) => month.count > 0)
          .map((month) => (
            <li key={month.month}>
              <Month month={month} />
            </li>
          ))}
      </ul>
    </section>
  ))

const Month = ({ month: { month, count, differences } }: { month: ComparedMonth }) => (
  <details>
    <summary>
      {month}: {countOf(count, 'night')}
    </summary>
    <ul>
      {differences.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </details>
)
