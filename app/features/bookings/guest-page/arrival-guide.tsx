import type { ReactNode } from 'react'
import { type ArrivalGuide as Guide, type GuideSecret, partsAre } from '#app/features/properties/arrival-guide.ts'
import { SampleNote } from '#app/features/properties/sample-note.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import type { GuestPage } from './guest-page.ts'

/** Directions and access, from the day on which the operator opens them. Before, the day. */
export function ArrivalGuide({ stay: { arrivalGuide: guide, property } }: { stay: GuestPage }) {
  if (!guide) return null
  return (
    <section aria-labelledby="arrival-heading" className="arrival-guide">
      <h2 id="arrival-heading" className="heading-small">
        Arrival guide
      </h2>
      {guide.isOpen ? (
        <>
          <dl className="stay-details">
            {rowsOf(guide, property).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {guide.sample && <SampleNote>Sample guide</SampleNote>}
        </>
      ) : (
        <p className="measure">{laterText(guide)}</p>
      )}
    </section>
  )
}

function laterText({ parts, secrets, opensOn, secretsOn, waitsFor }: Guide & { isOpen: false }): string {
  const paid = waitsFor > 0 ? `, once ${formatAmount(waitsFor)} is paid` : ''
  const where = parts.length > 0 ? 'here' : 'on this page'
  const guide = parts.length > 0 ? `${partsAre(parts)} on this page from ${formatDate(opensOn, 'long')}.` : ''
  const codes = secrets.length > 0 ? `${partsAre(secrets)} ${where} from ${formatDate(secretsOn, 'long')}${paid}.` : ''
  return [guide, codes].filter(Boolean).join(' ')
}

function rowsOf(guide: Guide & { isOpen: true }, property: GuestPage['property']): [string, ReactNode][] {
  const { directions, parking, doorCode, wifiName, wifiPassword, houseManual, localTips } = guide
  const rows: [string, ReactNode][] = [
    [property.hasStreet ? 'Address' : 'Where', <Address key="address" {...property} />],
    ['Directions', directions.length > 0 && <Paragraphs texts={directions} />],
    ['Parking', parking],
    ['Door code', doorCode && <Secret secret={doorCode} />],
    ['Wi-Fi network', wifiName],
    ['Wi-Fi password', wifiPassword && <Secret secret={wifiPassword} />],
    ['At night, call', (guide.nightPhone || guide.nightContact) && <NightContact {...guide} />],
    ['House manual', houseManual.length > 0 && <Paragraphs texts={houseManual} />],
    ['Local tips', localTips.length > 0 && <Paragraphs texts={localTips} />],
  ]
  return rows.filter(([, value]) => value)
}

/** Without a street, directions would lead to the middle of the town. */
function Address({ address, hasStreet }: Pick<GuestPage['property'], 'address' | 'hasStreet'>) {
  if (!hasStreet) return address
  return (
    <>
      {address}
      <a
        className="link arrival-map"
        href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`}
        rel="noreferrer"
      >
        Get directions in Google Maps
      </a>
    </>
  )
}

function Secret({ secret }: { secret: GuideSecret }) {
  if ('value' in secret) return <strong className="arrival-code">{secret.value}</strong>
  const { opensOn, waitsFor } = secret
  const day = opensOn && `${formatDate(opensOn, 'long')}, two days before check-in`
  if (waitsFor === 0) return `Arrives here ${day}.`
  return `Arrives here once ${formatAmount(waitsFor)} is paid${day ? `, at the earliest ${day}` : ''}.`
}

function NightContact({ nightContact, nightPhone }: { nightContact: string | null; nightPhone: string | null }) {
  return (
    <>
      {nightPhone && (
        <a className="link" href={phoneLink('tel', nightPhone)}>
          {nightPhone}
        </a>
      )}
      {nightContact && (nightPhone ? ` · ${nightContact}` : nightContact)}
    </>
  )
}

function Paragraphs({ texts }: { texts: string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>)
}
