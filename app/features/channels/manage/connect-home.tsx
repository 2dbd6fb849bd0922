import { Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormSelect } from '#app/ui/form/change-form.tsx'
import type { HomePage } from './channels-page.ts'
import type { listingChanges } from './listing.changes.server.ts'

type Changes = typeof listingChanges
type Props = Pick<HomePage, 'slug' | 'name' | 'joinable'> & { answer: ChangeAnswer | null }

/** Without a key there is nothing that a home could be connected to. */
export const NoKey = ({ name }: { name: string }) => (
  <Card title="No key yet">
    <p>{name} gets its listing here, once this site has the key of your Channex account.</p>
    <Link to="/admin/channels" className="button button-ember">
      Add the key
    </Link>
  </Card>
)

/** A home without a listing: one is made from its page, or it is joined to one that is there. */
export const ConnectHome = ({ slug, name, joinable, answer }: Props) => (
  <>
    <Card title="Make a listing">
      <p>It gets the name, description, address, and photos of {name} from its page. It sells nothing yet.</p>
      <ChangeButton<Changes> intent="make-listing" value={{ slug }} variant="ember" pendingText="Making it...">
        Make a listing
      </ChangeButton>
    </Card>
    {joinable.length > 0 && (
      <Card title="Join a listing">
        <p>For a home that is at Channex already. Nothing there changes until you turn it on.</p>
        <ChangeForm<Changes>
          intent="join-listing"
          answer={answer}
          save="Join it"
          saving="Joining it..."
          variant="outline"
        >
          {(fields) => (
            <>
              <input type="hidden" name={fields.slug.name} value={slug} />
              <FormSelect field={fields.remote} label="Listing at Channex" none="Choose a listing" options={joinable} />
            </>
          )}
        </ChangeForm>
      </Card>
    )}
  </>
)
