import { codeChanges } from '#app/features/pricing/manage/codes/code.changes.server.ts'
import { getCodesPage } from '#app/features/pricing/manage/codes/codes.server.ts'
import {
  CODE_COLUMNS,
  newCodeFields,
  type ShownCode,
  termFields,
  typedTerms,
} from '#app/features/pricing/manage/codes/codes.ts'
import { propertiesInUse } from '#app/features/properties/property-status.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { AddRecord, EditRecord } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { Route } from './+types/codes.ts'
import '#app/ui/form/change-form.css'

export const loader = ({ context }: Route.LoaderArgs) => getCodesPage(context.get(servicesContext))

export const action = (args: Route.ActionArgs) => changeAction(args, codeChanges)

export const handle: AdminHandle = { title: 'Promo codes' }

export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, properties } = loaderData
  const answer = actionData ?? null
  return (
    <>
      <PageTop title="Promo codes" />
      <RecordTable<ShownCode>
        title="Codes"
        none="No codes yet. A code is a discount for guests who enter it."
        columns={CODE_COLUMNS.map(({ words, ...column }) => ({ ...column, cell: words }))}
        rows={codes}
        keyOf={({ code }) => code}
        end={(code) => code.state !== 'ended' && <Code code={code} properties={properties} answer={answer} />}
        add={
          <AddRecord
            intent="code"
            noun="code"
            anchor="add-code"
            fields={newCodeFields(propertiesInUse(properties))}
            version={codes[0]?.code}
            answer={answer}
          />
        }
      />
    </>
  )
}

type CodeProps = {
  code: ShownCode
  properties: Route.ComponentProps['loaderData']['properties']
  answer: ChangeAnswer | null
}

function Code({ code: shown, properties, answer }: CodeProps) {
  const { code, coversAll, version, propertySlug } = shown
  const end = (
    <ChangeButton<typeof codeChanges> intent="end-code" id={code} variant="outline" aria-label={`End ${code}`}>
      End
    </ChangeButton>
  )
  if (coversAll) return end
  return (
    <EditRecord
      intent="change-code"
      id={code}
      name={code}
      version={version}
      fields={termFields(propertiesInUse(properties, propertySlug))}
      value={typedTerms(shown)}
      answer={answer}
      extra={
        <>
          {propertySlug && (
            <a href={`/property/${propertySlug}?promo=${code}`} className="button button-outline">
              The home’s page with this code
            </a>
          )}
          {end}
        </>
      }
    />
  )
}
