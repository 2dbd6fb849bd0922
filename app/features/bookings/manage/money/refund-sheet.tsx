import { type ComponentProps, type FormEvent, useState } from 'react'
import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea, FormNumber } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay, RefundChoices } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import { sharesOf, wayBack } from './cancel-sheet.tsx'
import type { moneyChanges } from './money.changes.server.ts'
import { comingWords, mostWords } from './refund-amounts.ts'

type Props = { stay: ManagedStay; choices: RefundChoices; formKey: string; answer: ChangeAnswer | null }

/** Why no refund can be made now. */
function whyNotNow(choices: RefundChoices): string | null {
  if (choices.coming > 0) return comingWords(choices)
  if (!choices.isStuck) return null
  return 'An earlier refund to this card failed, and another one would, too. Make it at the payment service.'
}

/** Returns an amount to the guest, and the stay goes on. */
export function RefundSheet({ stay, choices, formKey, answer }: Props) {
  const isOpen = answer?.intent === 'refund'
  const isOn = stay.status === 'confirmed'
  const { name, email } = stay.guest
  const instead = whyNotNow(choices)
  return (
    <FoldedForm target={FOLDS.refund} summary={isOn ? 'Refund without canceling' : 'Refund more'} isOpen={isOpen}>
      {instead === null ? (
        <ChangeForm<typeof moneyChanges>
          intent="refund"
          answer={answer}
          save="Refund"
          saving="Refunding..."
          variant="outline"
        >
          {(fields) => (
            <>
              <input type="hidden" name={fields.key.name} value={formKey} />
              <ConfirmField />
              <input type="hidden" name={fields.seen.name} value={stay.moneyVersion} />
              <RefundAmount field={fields.amount} choices={choices} />
              <FormArea field={fields.message} required label={`The reason, which ${name} reads`} />
              <p>
                {wayBack(choices)} {isOn && 'The stay stays booked, at a price that is lower by the refund. '}
                {email ? `${name} gets an email.` : `${name} has no email address: nobody is told.`} It can’t be taken
                back.
              </p>
            </>
          )}
        </ChangeForm>
      ) : (
        <p>{instead}</p>
      )}
    </FoldedForm>
  )
}

type AmountProps = { field: ComponentProps<typeof FormNumber>['field']; choices: RefundChoices }

/** The amount, with its taxes as it is typed. They go with the form, which starts again after a refund. */
function RefundAmount({ field, choices }: AmountProps) {
  const [typed, setTyped] = useState(field.initialValue ?? '')
  const watch = { onInput: ({ target }: FormEvent) => setTyped((target as HTMLInputElement).value) }
  return (
    <div {...watch}>
      <FormNumber
        field={field}
        required
        label="Amount, in dollars"
        hint={sharesOf(typed, choices) || `${mostWords(choices)} Taxes go back in the same share.`}
      />
    </div>
  )
}
