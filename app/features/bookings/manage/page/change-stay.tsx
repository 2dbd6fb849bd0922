import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { CancelSheet } from '../money/cancel-sheet.tsx'
import { RefundSheet } from '../money/refund-sheet.tsx'
import { isMovable } from '../stay-folds.ts'
import { CorrectGuest } from './correct-guest.tsx'
import { CorrectSource } from './correct-source.tsx'
import { ChangeDoorCode } from './door-code.tsx'
import { RenewGuestLink } from './guest-link.tsx'

type Props = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

/** What one does seldom, each in a row that opens its form. */
export function ChangeStay({ stay, formKey, answer }: Props) {
  const may = useMay()
  const { refundChoices, status, reference, source } = stay
  const choices = may('money:write') ? refundChoices : null
  const isWriter = may('stays:write')
  const form = { stay, formKey, answer }
  const rows: ReactNode[] = [
    isMovable(stay) && isWriter && (
      <Link to={`/admin/bookings/${reference}/move`}>Move to other dates, another home, or another party</Link>
    ),
    may('contacts:write') && <CorrectGuest {...form} />,
    isWriter && source !== 'website' && <CorrectSource {...form} />,
    isWriter && isExpected(stay) && <ChangeDoorCode {...form} />,
    isWriter && isExpected(stay) && <RenewGuestLink {...form} />,
    choices && choices.most > 0 && <RefundSheet {...form} choices={choices} />,
    choices && status === 'confirmed' && <CancelSheet {...form} choices={choices} />,
  ].filter(Boolean)
  if (rows.length === 0) return null
  return (
    <Card title="Change this stay">
      <ul className="fold-rows">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
          <li key={at}>{row}</li>
        ))}
      </ul>
    </Card>
  )
}
