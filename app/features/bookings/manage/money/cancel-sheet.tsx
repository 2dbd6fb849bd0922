import { useState } from 'react'
import {
  CANCELLED_FOR,
  CANCELLED_WORDS,
  type CancelledFor,
  refundSentence,
} from '#app/features/bookings/cancelled-for.ts'
import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { centsFromTyped } from '#app/shared/input/typed-dollars.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { ChangeForm, FormArea, FormChoice, FormNumber } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay, RefundChoices } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import type { moneyChanges } from './money.changes.server.ts'
import { refundWords } from './refund-amounts.ts'

type Props = { stay: ManagedStay; choices: RefundChoices; answer: ChangeAnswer | null }

/** Cancels a confirmed stay: who cancels, the refund, the text for the guest. */
export function CancelSheet({ stay, choices, answer }: Props) {
  const { most, byPolicy } = choices
  const isOpen = answer?.intent === 'cancel'
  const typed = isOpen ? (answer.result.initialValue as Record<string, string>) : {}
  const [chosen, setChosen] = useState<Record<string, string>>({ cancelledFor: 'guest', refund: 'policy', ...typed })
  const refunds = [
    ['policy', `By the cancellation policy: ${refundWords(byPolicy, choices)}`],
    ['all', `Everything: ${refundWords(most, choices)}`],
    ['other', 'Another amount'],
  ] as const
  const note = wayBack(choices)
  const name = stay.guest.name
  return (
    <FoldedForm target={FOLDS.cancel} summary="Cancel this stay" isOpen={isOpen}>
      <ChangeForm<typeof moneyChanges>
        intent="cancel"
        stored={{ cancelledFor: 'guest', refund: 'policy', shown: byPolicy }}
        answer={answer}
        save="Cancel the stay"
        saving="Canceling..."
        variant="outline"
        onChange={(form) => setChosen(textsOf(form))}
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.shown.name} value={byPolicy} />
            <ConfirmField />
            <input type="hidden" name={fields.seen.name} value={stay.moneyVersion} />
            <FormChoice field={fields.cancelledFor} legend="Who cancels" options={Object.entries(CANCELLED_FOR)} />
            {most === 0 ? (
              <NoRefund name={name} choices={choices} error={fields.refund.errors?.[0]} />
            ) : (
              <>
                <FormChoice field={fields.refund} legend="Refund" options={refunds} />
                {choices.disputed > 0 && <p>{disputedNote(choices.disputed)}</p>}
                <div className="admin-only" data-when="refund=other">
                  <FormNumber
                    field={fields.amount}
                    label="Another amount, in dollars"
                    hint={chosen.refund === 'other' ? `${sharesOf(chosen.amount, choices)}${note}` : note}
                  />
                </div>
              </>
            )}
            <FormArea field={fields.message} label={`What ${name} reads beside the refund`} hint="Optional." />
            <div>
              <p className="field-label">The email says</p>
              <CancelPreview stay={stay} choices={choices} chosen={chosen} />
            </div>
            <p>
              The nights{stay.promoCode && ` and the code ${stay.promoCode}`} open up again.{' '}
              {stay.guest.email ? `${name} gets the email at once.` : `${name} has no email address: nobody is told.`}{' '}
              It can’t be taken back.
            </p>
          </>
        )}
      </ChangeForm>
    </FoldedForm>
  )
}

type NoRefundProps = { name: string; choices: RefundChoices; error: string | undefined }

function NoRefund({ name, choices: { isRecorded, disputed }, error }: NoRefundProps) {
  const gone = 'Everything that was paid has gone back or is on its way.'
  return (
    <div>
      <input type="hidden" name="refund" value="policy" />
      <p className="field-label">Refund</p>
      <p>
        {isRecorded
          ? disputedNote(disputed) || gone
          : `No payment is recorded, so nothing goes back. If ${name} has paid outside this site, record the payment first.`}
      </p>
      {error && <p className="field-error">{error}</p>}
    </div>
  )
}

/** Why a refund leaves out a disputed amount. */
const disputedNote = (disputed: Cents) =>
  disputed > 0
    ? `${formatMoney(disputed)} is disputed with the bank. While that is open, nothing of that payment goes back here.`
    : ''

/** The way of a refund, in a sentence. */
export function wayBack({ byCard, most }: RefundChoices): string {
  if (byCard === most) return 'It goes back to the card.'
  if (byCard === 0) return 'You return it yourself. It waits on Today until you record that.'
  return `Up to ${formatMoney(byCard)} goes back to the card. You return the rest yourself.`
}

const textsOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** The taxes in a typed amount. */
export function sharesOf(typed: string | undefined, choices: RefundChoices): string {
  const cents = typed === undefined ? null : centsFromTyped(typed)
  return cents ? `${refundWords(cents, choices)}. ` : ''
}

/** The sentences of the email, by the chosen values. */
function CancelPreview({
  stay,
  choices,
  chosen,
}: Pick<Props, 'stay' | 'choices'> & { chosen: Record<string, string> }) {
  const { byPolicy, most, byCard, isRecorded } = choices
  const amounts: Record<string, number | null> = {
    policy: byPolicy,
    all: most,
    other: centsFromTyped(chosen.amount ?? ''),
  }
  const refund = amounts[chosen.refund ?? ''] ?? null
  const words = CANCELLED_WORDS[chosen.cancelledFor as CancelledFor] ?? CANCELLED_WORDS.guest
  return (
    <blockquote className="admin-quote">
      <p>{words.what(`${stay.reference}, ${stay.property.name}`)}</p>
      {chosen.message && <p className="admin-text">{chosen.message}</p>}
      <p>
        {refund === null || refund > most
          ? `The refund: ${formatMoney(0)} to ${formatMoney(most)}.`
          : refundSentence({ refund, toCard: Math.min(byCard, refund), isRecorded })}
      </p>
      <p>{words.close}</p>
    </blockquote>
  )
}
