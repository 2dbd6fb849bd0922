import { Link } from 'react-router'
import { codeChanges } from '#app/features/pricing/manage/codes/code.changes.server.ts'
import { getCodesPage } from '#app/features/pricing/manage/codes/codes.server.ts'
import {
  CODE_STATES,
  codeTerms,
  newCodeFields,
  type ShownCode,
  termFields,
  typedTerms,
} from '#app/features/pricing/manage/codes/codes.ts'
import { propertiesInUse } from '#app/features/properties/property-status.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { Route } from './+types/codes.ts'

export const loader = ({ context }: Route.LoaderArgs) => getCodesPage(context.get(servicesContext))

export const action = (args: Route.ActionArgs) => changeAction(args, codeChanges)

export const handle: AdminHandle = { title: 'Promo codes' }

export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, properties } = loaderData
  const answer = actionData ?? null
  return (
    <>
      <PageTop title="Promo codes" />
      <RecordForm
        intent="code"
        fields={newCodeFields(propertiesInUse(properties))}
        value={null}
        summary="Add a code"
        anchor="add-code"
        save="Add the code"
        version={codes[0]?.code}
        answer={answer}
      />
      {codes.length === 0 && <p className="text-muted">There are no codes yet.</p>}
      <ul className="item-list">
        {codes.map((code) => (
          <Code key={code.code} code={code} properties={properties} answer={answer} />
        ))}
      </ul>
    </>
  )
}

type CodeProps = {
  code: ShownCode
  properties: Route.ComponentProps['loaderData']['properties']
  answer: ChangeAnswer | null
}

function Code({ code: shown, properties, answer }: CodeProps) {
  const { code, off, coversAll, state, uses, useLimit, bookings, revenue, version, propertySlug } = shown
  return (
    <li className={state === 'ended' ? 'text-muted' : undefined}>
      <h2>
        {code} <small>{CODE_STATES[state]}</small>
      </h2>
      <p>
        {off} <span className="admin-detail">{codeTerms(shown).join(' · ')}</span>
      </p>
      <p>
        {useLimit === null ? countOf(uses, 'use') : `${uses} of ${countOf(useLimit, 'use')}`}
        <span className="admin-detail">
          {bookings === 0
            ? 'No confirmed booking yet'
            : `${countOf(bookings, 'confirmed booking')}, ${formatMoney(revenue)} in all`}
        </span>
      </p>
      {state !== 'ended' && (
        <>
          {!coversAll && (
            <RecordForm
              intent="change-code"
              id={code}
              version={version}
              fields={termFields(propertiesInUse(properties, propertySlug))}
              value={typedTerms(shown)}
              summary={`Change ${code}`}
              answer={answer}
            />
          )}
          <ChangeButton<typeof codeChanges> intent="end-code" id={code} aria-label={`End ${code}`}>
            End
          </ChangeButton>
          {propertySlug && (
            <p className="admin-contact">
              <Link to={`/property/${propertySlug}?promo=${code}`} reloadDocument>
                The home’s page with this code
              </Link>
            </p>
          )}
        </>
      )}
    </li>
  )
}
