import { countOf } from '#app/shared/words.ts'
import type { PropertyPlan } from './plan-change.ts'

/** The effect in a line, and its remarks; of several homes each of them, and those that are left out. */
export function ChangePlan({ plans }: { plans: readonly PropertyPlan[] }) {
  const [only] = plans.length === 1 ? plans : []
  const changing = plans.filter(({ leftOut }) => !leftOut)
  const leftOut = plans.filter((plan) => plan.leftOut)
  return (
    <div className="sheet-plan" role="status">
      {plans.length > 0 && <p>{shortPlan(plans)}</p>}
      {only?.remarks.map((remark) => (
        <p key={remark} className="admin-detail">
          {remark}
        </p>
      ))}
      {!only && <Homes title="This will happen" plans={changing} />}
      {!only && <Homes title="Left out" plans={leftOut} />}
    </div>
  )
}

function Homes({ title, plans }: { title: string; plans: readonly PropertyPlan[] }) {
  if (plans.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {plans.map(({ propertyId, name, words, remarks, leftOut }) => (
          <li key={propertyId}>
            <strong>{name}</strong> {words}
            {!leftOut &&
              remarks.map((remark) => (
                <span key={remark} className="admin-detail">
                  {remark}
                </span>
              ))}
          </li>
        ))}
      </ul>
    </>
  )
}

function shortPlan(plans: readonly PropertyPlan[]): string {
  const changing = plans.filter(({ leftOut }) => !leftOut)
  const [only] = plans.length === 1 ? plans : []
  if (only) return only.leftOut ? `Not possible: ${only.words}` : only.words
  const leftOut = plans.length - changing.length
  if (changing.length === 0) return `No home will change: all ${leftOut} are left out`
  return `${countOf(changing.length, 'home')} will change${leftOut > 0 ? `, ${leftOut} left out` : ''}`
}
