import { isPaidElsewhere, SOURCES } from '#app/features/bookings/booking-sources.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatMoney } from '#app/shared/money.ts'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import { COMMISSION_FIELDS } from './commission-fields.ts'

type Props = { stay: ManagedStay; answer: ChangeAnswer | null }

/** What the platform keeps of a stay that it sold, and what is left of the price. */
export function PlatformCommission({ stay, answer }: Props) {
  const { source, status, total, platformCommission: commission, commissionVersion } = stay
  const may = useMay()
  if (status !== 'confirmed' || !isPaidElsewhere(source)) return null
  return (
    <>
      {commission > 0 && (
        <dl className="admin-lines">
          <dt>{SOURCES[source]} keeps</dt>
          <dd>{formatMoney(-commission)}</dd>
          <dt className="admin-total">Left for you</dt>
          <dd className="admin-total">{formatMoney(total - commission)}</dd>
        </dl>
      )}
      {may('money:write') && (
        <RecordForm
          intent="commission"
          fields={COMMISSION_FIELDS}
          value={{ commission }}
          version={commissionVersion}
          answer={answer}
          summary={commission > 0 ? 'Change the commission' : 'Add the commission'}
          anchor={FOLDS.commission}
        />
      )}
    </>
  )
}
