import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import type { bookingChanges } from './booking.changes.server.ts'

type Props = { stay: ManagedStay; answer: ChangeAnswer | null }

/** The door code of a stay that is not over, among its facts. */
export function DoorCodeFact({ stay }: Pick<Props, 'stay'>) {
  const { own, property, waitsFor } = stay.doorCode
  if (!isExpected(stay)) return null
  return (
    <>
      <dt>Door code</dt>
      <dd>
        {own ?? property ?? 'None'}
        <span className="admin-detail"> {own ? 'for this stay only' : property && 'the home’s code'}</span>
        {waitsFor > 0 && (
          <span className="admin-detail"> The guest reads it once {formatMoney(waitsFor)} is paid.</span>
        )}
      </dd>
    </>
  )
}

/** Shows door code and Wi-Fi password to a guest who has not paid, or hides them again. */
export function OpenCodes({ stay }: Pick<Props, 'stay'>) {
  const { waitsFor, isOpened } = stay.doorCode
  if (!isExpected(stay) || (waitsFor === 0 && !isOpened)) return null
  return (
    <ChangeButton<typeof bookingChanges>
      intent="open-codes"
      value={{ open: isOpened ? 'no' : 'yes' }}
      pendingText="One moment..."
    >
      {isOpened ? 'Let the codes wait for payment' : 'Show the codes before payment'}
    </ChangeButton>
  )
}

/** Sets, changes or removes the door code of this stay, and says before who is told, and how. */
export function ChangeDoorCode({ stay, answer }: Props) {
  const { own, property, version } = stay.doorCode
  return (
    <FoldedForm
      target={FOLDS.doorCode}
      summary={own ? 'Change or remove the door code of this stay' : 'Give this stay its own door code'}
      isOpen={answer?.intent === 'door-code'}
    >
      <ChangeForm<typeof bookingChanges>
        intent="door-code"
        version={version}
        stored={{ doorCode: own }}
        answer={answer}
        save="Save the door code"
        variant="outline"
      >
        {(fields) => (
          <>
            <FormText
              field={fields.doorCode}
              label="Door code of this stay"
              hint={`Empty: ${property ? 'the home’s code' : 'none'}. If the stay moves to another home, this code stays behind.`}
            />
            <p>{readWords(stay)}</p>
            <p className="field-hint">
              History says that it changed, never what it is: a change of it can’t be undone.
            </p>
          </>
        )}
      </ChangeForm>
    </FoldedForm>
  )
}

/** When and how the guest gets a code that is saved now. */
function readWords({
  doorCode: { own, property, shownOn, isShown, waitsFor },
  guest: { name, email },
  status,
}: ManagedStay): string {
  const onPage = `${name} reads it on their page`
  if (!isShown) {
    const first = status === 'pending' ? 'once you confirm, and ' : ''
    const paid = waitsFor > 0 ? `once ${formatMoney(waitsFor)} is paid, at the earliest ` : ''
    return `${onPage} ${first}${paid}from ${formatDate(shownOn, 'long')}. Nothing is emailed.`
  }
  if (own === null && property === null) return `${onPage} at once. Nothing is emailed.`
  const sees = `${name} can already see ${own ? 'this code' : 'the home’s code'}.`
  if (!email) return `${sees} They have no email address: tell them yourself if you change it.`
  return `${sees} If you change it, we email ${email} the link to their page, never the code.`
}
