import { sharesOf } from '#app/features/pricing/price-shares.ts'
import type { Party } from '#app/shared/stay.ts'

type Props = { total: number; nights: number; party: Party }

/** The shares of a total for each guest and each night. */
export function PriceShares({ total, nights, party }: Props) {
  const shares = sharesOf(total, { guests: Math.max(1, party.adults) + party.children, nights })
  return (
    <span className="stay-each">
      {shares.map((share) => (
        <span key={share}>{share}</span>
      ))}
    </span>
  )
}
