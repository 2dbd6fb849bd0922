import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { getStoredText, onSavedChange, parseSaved, type SavedProperty, setSaved } from './saved-properties.ts'

type Props = {
  /** Whether a property is still listed. */
  isListed: (slug: string) => boolean
  /** The query of the stay that the links pass on: empty, or with its question mark. */
  query: string
  comparisonOf: (slugs: string[]) => string
}

const UNKNOWN = 'unknown'

/** The homes that were saved on this device, with a link that compares them. */
export function SavedList({ isListed, query, comparisonOf }: Props) {
  const stored = useSyncExternalStore(onSavedChange, getStoredText, () => UNKNOWN)
  const saved = parseSaved(stored)
  const listed = saved.filter(({ slug }) => isListed(slug))
  return (
    <section id="saved" aria-labelledby="saved-heading" className="saved-homes">
      <h2 id="saved-heading" className="heading-small">
        Saved homes
      </h2>
      {saved.length === 0 && <p className="needs-script mt-3 text-muted">{emptyWords(stored)}</p>}
      <noscript>
        <p className="mt-3 text-muted">Saving homes needs JavaScript. Comparing them works without it.</p>
      </noscript>
      <ul>
        {saved.map((property) => (
          <SavedRow key={property.slug} property={property} listed={isListed(property.slug)} query={query} />
        ))}
      </ul>
      {listed.length > 1 && (
        <Link to={comparisonOf(listed.map(({ slug }) => slug))} className="button button-outline mt-4">
          Compare saved homes
        </Link>
      )}
    </section>
  )
}

function emptyWords(stored: string | null): string {
  if (stored === null) return 'Your browser doesn’t let this site save homes on this device.'
  return 'Press the heart of a home, and it’s saved here, on this device only.'
}

type RowProps = { property: SavedProperty; listed: boolean; query: string }

function SavedRow({ property, listed, query }: RowProps) {
  const { slug, name } = property
  return (
    <li>
      {listed ? (
        <Link to={`/property/${encodeURIComponent(slug)}${query}`} className="link">
          {name}
        </Link>
      ) : (
        <span className="text-muted">{name}, no longer listed</span>
      )}
      <button type="button" className="button button-quiet" onClick={() => setSaved(property, false)}>
        Remove<span className="sr-only"> {name}</span>
      </button>
    </li>
  )
}
