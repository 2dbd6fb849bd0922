import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { Scope } from '#app/shared/roles.ts'
import { countOf } from '#app/shared/words.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { STATUS_WORDS, toneOf } from '../list/booking-list.ts'
import type { ManagedStay } from '../managed-stay.ts'
import { recordableIn } from '../money/refund-amounts.ts'
import { FOLDS, isMovable } from '../stay-folds.ts'
import type { bookingChanges } from './booking.changes.server.ts'
import { DeclinePanel } from './decline-panel.tsx'

type Props = { stay: ManagedStay; hasEmail: boolean; answer: ChangeAnswer | null }

/** Who, where, and when, and what to do now. */
export function StayHead({ stay, hasEmail, answer }: Props) {
  const { guest, property, status, checkInDate, checkOutDate, nights, party, reference } = stay
  const may = useMay()
  const rare = rareOf(stay, may)
  const state = useRef<HTMLParagraphElement>(null)
  const [isDeclining, setIsDeclining] = useState(false)
  const isAsked = status === 'pending'
  const isOver = !isAsked && (isDeclining || answer?.intent === 'decline')
  // The button that answered the request is gone, and with it the position of the keyboard.
  const wasAsked = useRef(isAsked)
  useEffect(() => {
    if (wasAsked.current && !isAsked && document.activeElement === document.body) state.current?.focus()
    wasAsked.current = isAsked
  }, [isAsked])
  const facts = [
    property.name,
    formatSpanWithYear(checkInDate, checkOutDate),
    countOf(nights, 'night'),
    partyWords(party),
    reference,
  ]
  return (
    <PageTop
      title={guest.name}
      crumbs={[{ to: '/admin/bookings', label: 'Bookings' }]}
      facts={
        <>
          <p ref={state} tabIndex={-1}>
            <State tone={toneOf(status)}>{STATUS_WORDS[status]}</State>
          </p>
          <p>{facts.join(' · ')}</p>
        </>
      }
      more={rare.map(([to, label]) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    >
      {hasEmail && may('contacts:write') && (
        <Link to="#message" className="button button-outline">
          Message
        </Link>
      )}
      {(isAsked || isOver) && may('stays:write') && <Answer {...{ stay, answer, isOver }} onType={setIsDeclining} />}
      {may('money:write') && <MoneyAction stay={stay} />}
    </PageTop>
  )
}

type AnswerProps = Omit<Props, 'hasEmail'> & { isOver: boolean; onType: (isTyped: boolean) => void }

/** Confirms in one press, or declines with a reason that the guest reads. */
function Answer({ stay, answer, isOver, onType }: AnswerProps) {
  const isInConflict = stay.conflicts.length > 0
  return (
    // What one sends oneself, a Confirm beside a typed reason too, is no answer of somebody else.
    <div className="contents" onSubmit={() => onType(false)}>
      <div className="contents" onInput={() => onType(true)}>
        <DeclinePanel {...{ stay, answer, isOver }} />
      </div>
      {!isOver && (
        <ChangeButton<typeof bookingChanges>
          intent="confirm"
          value={isInConflict ? { despiteConflict: 'yes' } : {}}
          variant={isInConflict ? 'outline' : 'ember'}
          pendingText="Confirming..."
        >
          {isInConflict ? 'Confirm anyway' : 'Confirm'}
        </ChangeButton>
      )}
    </div>
  )
}

function MoneyAction({ stay }: Pick<Props, 'stay'>) {
  if (stay.money.unpaid === 0 || recordableIn(stay) === 0) return null
  return (
    <Link to={`#${FOLDS.recordPayment}`} className="button button-ember">
      Record a payment
    </Link>
  )
}

/** What one does seldom, each with where it is done. */
function rareOf(stay: ManagedStay, may: (scope: Scope) => boolean): [to: string, label: string][] {
  const { reference, refundChoices, status, source } = stay
  const choices = may('money:write') ? refundChoices : null
  const isWriter = may('stays:write')
  const all: [boolean, string, string][] = [
    [isMovable(stay) && isWriter, `/admin/bookings/${reference}/move`, 'Move'],
    [may('contacts:write'), `#${FOLDS.guest}`, 'Correct the guest'],
    [isWriter && source !== 'website', `#${FOLDS.source}`, 'Correct the source'],
    [isExpected(stay) && isWriter, `#${FOLDS.doorCode}`, 'Own door code'],
    [isExpected(stay) && isWriter, `#${FOLDS.guestLink}`, 'Replace the link'],
    [choices !== null && choices.most > 0, `#${FOLDS.refund}`, 'Refund'],
    [choices !== null && status === 'confirmed', `#${FOLDS.cancel}`, 'Cancel'],
  ]
  return all.flatMap(([isThere, to, label]) => (isThere ? [[to, label] as [string, string]] : []))
}
