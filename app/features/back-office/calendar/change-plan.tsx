import type { PropertyPlan } from './plan-change.ts'

/** What will happen in each home, and which are left out, and why. */
export function ChangePlan({ plans }: { plans: PropertyPlan[] }) {
  const changing = plans.filter(({ leftOut }) => !leftOut)
  const leftOut = plans.filter((plan) => plan.leftOut)
  return (
    <div className="sheet-plan" role="status">
      {changing.length > 0 && (
        <>
          <h3>This will happen</h3>
          <ul>
            {changing.map(({ propertyId, name, words, remarks }) => (
              <li key={propertyId}>
                <strong>{name}</strong> {words}
                {remarks.map((remark) => (
                  <span key={remark} className="admin-detail">
                    {remark}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <h3>Left out</h3>
          <ul>
            {leftOut.map(({ propertyId, name, words }) => (
              <li key={propertyId}>
                <strong>{name}</strong> {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
