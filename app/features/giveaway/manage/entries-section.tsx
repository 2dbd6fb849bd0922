import { Link } from 'react-router'
import { useMay } from '#app/shared/browser/use-may.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { countOf } from '#app/shared/words.ts'
import type { ManagedGiveaway } from './giveaways-page.ts'
import type { EntriesShown, ShownEntry } from './look-alikes.ts'

/** The entrants, for operators with access to contact data: as a file, and the last ones on the page. */
export function Entries({ giveaway: { id, entries, entrants } }: { giveaway: ManagedGiveaway }) {
  if (!useMay()('contacts:read')) return null
  return (
    <>
      <p className="admin-contact" id={`entries-${id}`}>
        {!entries && <Link to={`/admin/giveaway?entries=${id}#entries-${id}`}>See who entered</Link>}
        <a href={`/admin/giveaway/${id}/entries.csv`} download>
          Download entries as CSV
        </a>
      </p>
      {entries && <Shown entries={entries} entrants={entrants} />}
    </>
  )
}

function Shown({
  entries: { last, lookAlikes, moreLookAlikes },
  entrants,
}: {
  entries: EntriesShown
  entrants: number
}) {
  return (
    <>
      <h3>Entries that look alike</h3>
      {lookAlikes.length === 0 ? (
        <p className="text-muted">None shares a mailbox, a phone number, or a name and zip code with another.</p>
      ) : (
        <p>They may be one person’s, or a family’s. Nothing is done about them by itself.</p>
      )}
      {lookAlikes.map(({ shared, entries }) => (
        <section key={entries.map(({ id }) => id).join()}>
          <h4>
            {countOf(entries.length, 'entrant')}, same {shared}
          </h4>
          <EntryLines entries={entries} />
        </section>
      ))}
      {moreLookAlikes > 0 && <p className="text-muted">The file has {moreLookAlikes} more groups.</p>}
      <h3>{last.length < entrants ? `The last ${last.length} who entered` : 'Who entered'}</h3>
      <EntryLines entries={last} />
    </>
  )
}

const EntryLines = ({ entries }: { entries: ShownEntry[] }) => (
  <ul className="item-lines">
    {entries.map(({ id, fullName, email, phone, state, zipCode, totalEntries, at }) => (
      <li key={id}>
        <strong>{fullName}</strong>
        <span className="admin-detail">
          {state} {zipCode}, {countOf(totalEntries, 'entry', 'entries')}, {at}
        </span>
        <span className="admin-contact">
          <a href={`mailto:${email}`}>{email}</a>
          <a href={phoneLink('tel', phone)}>{phone}</a>
        </span>
      </li>
    ))}
  </ul>
)
