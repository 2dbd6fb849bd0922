import { SiteImages } from '#app/features/site/manage/site-part-forms.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { AddRecord, RemoveRecord, recordColumns } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { COST_COLUMNS, COST_FIELDS, OWNER_FIELDS, PAY_FIELDS } from './owner-fields.ts'
import type { OwnedProperty, OwnerValue, StatementCost } from './statement.ts'

type Property = { id: string; name: string }
type Shown = { answer: ChangeAnswer | null; properties: readonly Property[] }

/** `properties` are those that have no owner. */
export const AddOwner = ({ properties, ...form }: Shown & { formKey: string }) => (
  <AddRecord {...{ ...form, properties }} intent="add-owner" noun="owner" fields={OWNER_FIELDS} anchor="owner" />
)

type OwnerProps = Shown & { owner: { id: string; value: OwnerValue; version: string } }

/** `properties` are those that have no other owner. */
export const ChangeOwner = ({ owner, properties, answer }: OwnerProps) => (
  <RecordForm
    {...{ ...owner, properties, answer }}
    intent="change-owner"
    fields={OWNER_FIELDS}
    summary="Change name, homes, and commission"
    anchor="owner"
  />
)

type PayProps = Pick<Shown, 'answer'> & { properties: readonly (OwnedProperty & { version: string })[] }

/** The cleaner's pay for a turnover in each home. */
export const CleanerPay = ({ properties, answer }: PayProps) =>
  properties.map(({ id, name, cleanerPay, version }) => (
    <RecordForm
      key={id}
      {...{ id, version, answer }}
      intent="cleaner-pay"
      fields={{ cleanerPay: { ...PAY_FIELDS.cleanerPay, label: `For a turnover in ${name}` } }}
      value={{ cleanerPay }}
      summary={`Change what a cleaner gets in ${name}`}
    />
  ))

type CostsProps = Shown & { costs: readonly StatementCost[]; formKey: string }

const typedCost = ({ property, description, spentOn, amount, receipt }: StatementCost) => ({
  property,
  description,
  spentOn,
  amount: Math.abs(amount),
  isCredit: amount < 0,
  receipt,
})

/** Costs of homes and credits, each with a photo of its receipt, until a statement has them. */
export const Costs = ({ costs, properties, answer, formKey }: CostsProps) => (
  <RecordTable<StatementCost>
    title="Costs"
    note="For the next statement"
    none="No costs for the next statement."
    columns={[
      ...recordColumns(COST_FIELDS, COST_COLUMNS.name, typedCost),
      { heading: 'Home', cell: ({ property }) => property },
      ...recordColumns(COST_FIELDS, COST_COLUMNS.rest, typedCost),
      { heading: 'Receipt', cell: ({ receipt }) => <Receipt path={receipt} /> },
    ]}
    rows={costs}
    keyOf={({ id }) => id}
    end={({ id, description }) => <RemoveRecord intent="remove-cost" id={id} name={description} />}
    add={
      properties.length > 0 && (
        <SiteImages page="/admin/money/owners" images={[]}>
          <AddRecord
            {...{ properties, answer, formKey }}
            intent="add-cost"
            noun="cost"
            fields={COST_FIELDS}
            anchor="add-cost"
            version={String(costs.length)}
          />
        </SiteImages>
      )
    }
  />
)

/** The link to a photo of a receipt. */
export const Receipt = ({ path }: { path: string | null }) =>
  path && (
    <a href={path} target="_blank" rel="noreferrer" className="link">
      Receipt
    </a>
  )
