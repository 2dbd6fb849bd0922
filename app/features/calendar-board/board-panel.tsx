import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { toneOf } from '#app/features/bookings/manage/list/booking-list.ts'
import { unpaidWords } from '#app/features/bookings/payment-words.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { addDays, formatDate, formatSpan, nightsBetween } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { capitalized, countOf } from '#app/shared/words.ts'
import { State } from '#app/ui/dashboard/state.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, ChangeNote, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import { IconLink } from '#app/ui/icon-link.tsx'
import { type Bar, type BoardProperty, conflictingBars, kindWords, spanWords } from './board.ts'
import { HoldTime } from './board-bar.tsx'
import { calendarPath } from './calendar-address.ts'
import type { nightChanges } from './nights.changes.server.ts'
import type { ShownStay } from './shown-stay.ts'

type PanelProps = { title: string; closePath: string; children: ReactNode }

/** Opens over the board, which stays usable. Escape closes it. */
export function BoardPanel({ title, closePath, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const navigate = useNavigate()
  // Before the effects of the content, which may take the focus into a field.
  useLayoutEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') void navigate(closePath, { replace: true, preventScrollReset: true })
  }
  return (
    <aside className="board-panel" aria-labelledby={id} onKeyDown={press}>
      <div className="board-panel-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconLink
          to={closePath}
          preventScrollReset
          className="button button-quiet"
          label="Close"
          path="M3 3l12 12M15 3L3 15"
        />
      </div>
      {children}
    </aside>
  )
}

type Props = {
  bar: Bar
  property: BoardProperty
  stay: ShownStay | null
  answer: ChangeAnswer | null
}

const isBlock = ({ kind }: Bar) => kind === 'owner' || kind === 'closed' || kind === 'visit'

/** The board's details of a bar; for a stay also the guest's phone number and the price. */
export function BarDetails({ bar, property, stay, answer }: Props) {
  const may = useMay()
  const mayChange = may('stays:write')
  return (
    <>
      {bar.title !== kindWords(bar) && (
        <p>
          <State tone={toneOf(bar.status)}>{kindWords(bar)}</State>
          {bar.expiresAt && (
            <>
              {' '}
              (<HoldTime expiresAt={bar.expiresAt} />)
            </>
          )}
        </p>
      )}
      {bar.conflict && <p className="admin-alert">{capitalized(bar.conflict)}.</p>}
      <ConflictingBars bars={conflictingBars(bar, property.bars)} />
      <dl className="admin-facts my-3">
        <dt>Home</dt>
        <dd>{property.name}</dd>
        <dt>{bar.kind === 'visit' ? 'Day' : 'Nights'}</dt>
        <dd>{spanWords(bar)}</dd>
        {stay && <StayFacts stay={stay} />}
        {bar.kind === 'import' && bar.detail && (
          <>
            <dt>There</dt>
            <dd>{bar.detail}</dd>
          </>
        )}
      </dl>
      {stay && <StayMoney stay={stay} />}
      {stay && <StayActions bar={bar} stay={stay} />}
      {isBlock(bar) && !mayChange && bar.detail && <p className="admin-text">{bar.detail}</p>}
      {isBlock(bar) && mayChange && <BlockChanges key={bar.id} {...bar} answer={answer} />}
      {bar.kind === 'import' && (
        <p className="admin-detail">These nights come from another calendar. Change them on that site.</p>
      )}
      {bar.offer?.conversation && (
        <p>
          <Link to={`/admin/inbox/${bar.offer.conversation}`} className="button button-outline">
            Open the conversation
          </Link>
        </p>
      )}
      {bar.kind === 'hold' && !bar.offer && (
        <p className="admin-detail">
          Somebody is booking these nights. If it isn’t finished in time, they open up again.
        </p>
      )}
    </>
  )
}

/** Leads to the others that have some of the nights. */
function ConflictingBars({ bars }: { bars: Bar[] }) {
  const [query] = useSearchParams()
  return bars.map((bar) => (
    <p key={bar.id}>
      Also here:{' '}
      <Link to={calendarPath(query, { show: bar.id })} preventScrollReset className="link">
        {bar.title}, {formatSpan(bar.from, bar.to)}
      </Link>
    </p>
  ))
}

type BlockProps = Pick<Props, 'answer'> & Pick<Bar, 'id' | 'kind' | 'detail' | 'from' | 'to'>

/** Removing can be undone, so that it is not asked about. */
function BlockChanges({ id, kind, detail, from, to, answer }: BlockProps) {
  const isVisit = kind === 'visit'
  const last = addDays(to, -1)
  const [one, several] = isVisit ? ['day', 'days'] : ['night', 'nights']
  return (
    <>
      <ChangeNote answer={answer} />
      <ChangeForm<typeof nightChanges, never, 'note'>
        {...{ intent: 'note', id, answer, variant: 'outline', save: 'Save the note', stored: { note: detail } }}
      >
        {(fields) => <FormArea field={fields.note} label="Note" rows={2} />}
      </ChangeForm>
      {from < last && (
        <ChangeForm<typeof nightChanges, never, 'open-nights'>
          {...{ intent: 'open-nights', id, answer, variant: 'outline', saving: 'Opening...' }}
          summary={isVisit ? 'Take some days out' : 'Open some of these nights'}
          save={isVisit ? 'Take these days out' : 'Open them'}
        >
          {(fields) => (
            <>
              <FormText field={fields.first} label={`First ${one}`} type="date" min={from} max={last} required />
              <FormText
                {...{ field: fields.last, label: `Last ${one}`, type: 'date', min: from, max: last }}
                hint={`Empty is that ${one} alone. The other ${several} stay ${isVisit ? 'a visit' : 'blocked'}.`}
              />
            </>
          )}
        </ChangeForm>
      )}
      <ChangeButton<typeof nightChanges> intent="remove-block" id={id}>
        {isVisit ? 'Remove the visit' : 'Open these nights again'}
      </ChangeButton>
    </>
  )
}

function StayFacts({ stay }: { stay: ShownStay }) {
  return (
    <>
      <dt>Guests</dt>
      <dd>{partyWords(stay)}</dd>
      <dt>Source</dt>
      <dd>{capitalized(stay.source)}</dd>
      {stay.contact?.note && (
        <>
          <dt>Private note</dt>
          <dd className="admin-text">{stay.contact.note}</dd>
        </>
      )}
    </>
  )
}

/** What is paid of the total, and what is still to come. */
function StayMoney({ stay }: { stay: ShownStay }) {
  const { total, money } = stay
  return (
    <div className="board-money">
      <p>
        <strong>{formatMoney(money.paid)}</strong> paid of {formatMoney(total)}
      </p>
      <div aria-hidden="true" className="board-paid">
        <span style={{ inlineSize: `${Math.min(100, Math.max(0, (100 * money.paid) / Math.max(1, total)))}%` }} />
      </div>
      {money.unpaid > 0 && <p className="admin-detail">{unpaidWords(money, stay)}</p>}
    </div>
  )
}

/** The next step, and what one does about the stay. */
function StayActions({ bar, stay }: { bar: Bar; stay: ShownStay }) {
  const may = useMay()
  const path = `/admin/bookings/${bar.id}`
  const isRequest = bar.status === 'pending'
  return (
    <>
      <p className={isRequest ? 'admin-deadline' : undefined}>{nextStep(bar, stay)}</p>
      <div className="board-actions">
        <Link to={path} className="button button-ember">
          {isRequest && may('stays:write') ? 'Answer the request' : 'Open booking'}
        </Link>
        {may('contacts:write') && (
          <Link to={`${path}#message`} className="button button-outline">
            Message
          </Link>
        )}
        {may('stays:write') && (
          <Link to={`${path}/move`} className="button button-outline">
            Move
          </Link>
        )}
        {stay.contact?.phone && (
          <a href={phoneLink('tel', stay.contact.phone)} className="button button-outline">
            Call {stay.contact.phone}
          </a>
        )}
        {stay.contact?.email && (
          <a href={`mailto:${stay.contact.email}`} className="button button-outline">
            Email
          </a>
        )}
      </div>
    </>
  )
}

function nextStep({ from, to, status }: Bar, { today, answerBy }: ShownStay): string {
  if (status === 'pending') return answerBy ? `Answer by ${answerBy}` : 'Waiting for your answer'
  if (today < from) return `Check-in ${formatDate(from)}, in ${countOf(nightsBetween(today, from), 'day')}`
  if (today === from) return 'Check-in today'
  if (today === to) return 'Check-out today'
  return today < to ? `Check-out ${formatDate(to)}` : `Checked out ${formatDate(to)}`
}
