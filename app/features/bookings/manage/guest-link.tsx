import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { ManagedStay } from './booking-page.ts'

type Props = { stay: ManagedStay; formKey: string; pending: boolean }

/** Replaces the secret link to the guest's page, for when it came into the wrong hands. */
export function RenewGuestLink({ stay: { guest }, formKey, pending }: Props) {
  return (
    <details className="admin-sheet">
      <summary>Replace the guest’s link</summary>
      <Form method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="renew-link" />
        <input type="hidden" name="key" value={formKey} />
        <p>
          Whoever has the link to the guest’s page can see the door code and cancel the stay. The old link stops working
          at once, and says that it was replaced.{' '}
          {guest.email
            ? `The new one is emailed to ${guest.email}.`
            : `${guest.name} has no email address: pass the new one on yourself.`}
        </p>
        <Button type="submit" variant="outline" pending={pending} pendingText="Replacing...">
          Replace the link
        </Button>
      </Form>
    </details>
  )
}
