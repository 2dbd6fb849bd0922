import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import type { ChannelsPage } from './channels-page.ts'
import type { connectionChanges } from './connection.changes.server.ts'

type Changes = typeof connectionChanges
const Button = ChangeButton<Changes>

const SERVERS = [
  ['production', 'Production: what guests can book'],
  ['staging', 'Staging: only for trying it out'],
] as const

type KeyProps = { answer: ChangeAnswer | null; summary?: string; server: 'production' | 'staging' }

const KeyForm = ({ answer, summary, server }: KeyProps) => (
  <ChangeForm<Changes>
    intent="connect"
    answer={answer}
    storesDraft={false}
    secrets={['apiKey']}
    stored={{ apiKey: '', server }}
    save="Test and save the key"
    saving="Testing it..."
    {...(summary && { summary, drawer: { title: 'Another key' } })}
  >
    {(fields) => (
      <>
        <FormText field={fields.apiKey} label="API key" hint="You create it in your Channex account." type="password" />
        <FormSelect field={fields.server} label="Server" options={SERVERS} />
        <ConfirmField />
      </>
    )}
  </ChangeForm>
)

/** How platforms are reached, and the field for the key. */
export const NewConnection = ({ answer }: { answer: ChangeAnswer | null }) => (
  <Card title="Connect your platforms">
    <p className="admin-text">
      Airbnb, Vrbo, Booking.com, and Expedia are reached through a channel manager. This site works with{' '}
      <a href="https://channex.io">Channex</a>: create an account there, and connect your platforms on its pages.
    </p>
    <p className="admin-text">
      Then nights, prices, and minimum stays go there within seconds. Nothing is sent before you have compared a home
      and turned it on. Calendars by iCal stay as they are until then.
    </p>
    <KeyForm answer={answer} server="production" />
  </Card>
)

type Props = { connection: NonNullable<ChannelsPage['connection']>; answer: ChangeAnswer | null }

/** What keeps nights from platforms, or their bookings from here. */
export const ConnectionProblems = ({ connection: { heldAt, failing, read } }: Pick<Props, 'connection'>) => (
  <>
    {heldAt && (
      <Card title="Nothing is sent or read since the restore">
        <p>
          A backup was restored on {heldAt}. Nothing is sent or read until you confirm that this is the site that guests
          book. Then the bookings since the backup are read, and all nights and prices are sent again.
        </p>
        <Button intent="resume" confirms variant="ember">
          Send again
        </Button>
      </Card>
    )}
    {failing && (
      <p className="form-problem">
        Nothing is sent since {failing.since}. {failing.reason} Changes wait, and are sent once it works.
      </p>
    )}
    {read?.isLate && !heldAt && (
      <p className="form-problem">
        Bookings were last read on {read.at}. Guests may have booked since: look at your platforms.
      </p>
    )}
  </>
)

/** The account at the channel manager, and what one does with its key. */
export const ConnectionCard = ({ connection: { server, testedAt, read }, answer }: Props) => (
  <Card title="Channex" note={server === 'staging' ? 'Staging: no guest can book' : 'Production'}>
    <p className="text-muted">
      The key was last tested on {testedAt}.{read && !read.isLate && ` Bookings were last read on ${read.at}.`}
    </p>
    <Actions>
      <Button intent="test-key" pendingText="Testing it...">
        Test the key
      </Button>
      <KeyForm answer={answer} summary="Change the key" server={server} />
      <Button intent="remove-key" confirms>
        Remove the key
      </Button>
    </Actions>
  </Card>
)
