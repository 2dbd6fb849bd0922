import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormSelect } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import type { bookingChanges } from './booking.changes.server.ts'

type Props = { stay: ManagedStay; answer: ChangeAnswer | null }

/** The form that corrects where a stay was booked that did not come from this site. */
export function CorrectSource({ stay: { source, sourceVersion }, answer }: Props) {
  const choices = Object.entries(SOURCES).filter(([name]) => name !== 'website')
  return (
    <FoldedForm target={FOLDS.source} summary="Correct where it was booked" isOpen={answer?.intent === 'source'}>
      <ChangeForm<typeof bookingChanges>
        intent="source"
        version={sourceVersion}
        stored={{ source }}
        answer={answer}
        save="Save where it was booked"
        variant="outline"
      >
        {(fields) => (
          <FormSelect
            field={fields.source}
            label="Where it was booked"
            hint="Its lodging tax follows. Codes of a stay that a platform sold wait for no payment."
            options={choices}
          />
        )}
      </ChangeForm>
    </FoldedForm>
  )
}
