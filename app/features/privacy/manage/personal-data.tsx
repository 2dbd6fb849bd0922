import type { PersonSummary } from '#app/features/privacy/person.ts'
import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import type { personalDataChanges } from './personal-data.changes.server.ts'

type Answer = ChangeAnswer<PersonSummary> | null

/** Asks whose data it is about. It is posted, so that no address of a page has it. */
export function FindPerson({ answer }: { answer: Answer }) {
  return (
    <ChangeForm<typeof personalDataChanges, PersonSummary, 'find'>
      intent="find"
      answer={answer}
      save="Look it up"
      saving="Looking..."
    >
      {(fields) => <FormText field={fields.email} label="Email" type="email" required />}
    </ChangeForm>
  )
}

const spanOf = (from: IsoDate, to: IsoDate) => (from === to ? formatDate(from, 'long') : formatSpanWithYear(from, to))

/** The stored data about a person, by kind. */
export function StoredData({ summary: { email, kinds, mentioned } }: { summary: PersonSummary }) {
  return (
    <Card title={`About ${email}`}>
      {kinds.length === 0 && <p className="text-muted">Nothing is stored about this address.</p>}
      <ul className="admin-list">
        {kinds.map(({ name, count, from, to, until, why }) => (
          <li key={name}>
            <p className="admin-task-title">
              {name}: {count}
            </p>
            <p className="admin-detail">
              {spanOf(from, to)} · {until === null ? 'no end yet' : `stays until ${formatDate(until, 'long')}`}
            </p>
            <p className="admin-detail">The privacy page says: {why}</p>
          </li>
        ))}
      </ul>
      {mentioned.length > 0 && (
        <p>
          Somebody else’s words mention the address, too:{' '}
          {mentioned.map(({ table, count }) => `${table} (${count})`).join(', ')}. The file names them. Erasing says
          which of them are left.
        </p>
      )}
      {kinds.length > 0 && (
        <form method="post" action="/admin/personal-data.json">
          <input type="hidden" name="email" value={email} />
          <Button type="submit" variant="outline">
            Download all of it
          </Button>
        </form>
      )}
    </Card>
  )
}

/** Erases the stored data about a person, after their address was typed once more. */
export function ErasePerson({ email, answer }: { email: string; answer: Answer }) {
  return (
    <Card title="Erase it">
      <p>
        This can’t be undone. Bookings stay for the accounts, without the person: their dates, home, and amounts. It’s
        refused while a stay is ahead or a payment is open.
      </p>
      <ChangeForm<typeof personalDataChanges, PersonSummary, 'erase'>
        intent="erase"
        stored={{ email }}
        answer={answer}
        save="Erase for good"
        saving="Erasing..."
        variant="outline"
      >
        {(fields) => (
          <>
            <ConfirmField />
            <input type="hidden" name={fields.email.name} value={email} />
            <FormText field={fields.confirmation} label="Their email address, once more" type="email" required />
          </>
        )}
      </ChangeForm>
    </Card>
  )
}
