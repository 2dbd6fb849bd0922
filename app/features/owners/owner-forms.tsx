import { SiteImages } from '#app/features/site/manage/site-part-forms.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { AddRecord } from '#app/ui/dashboard/record-rows.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { COST_FIELDS, OWNER_FIELDS, PAY_FIELDS } from './owner-fields.ts'
import type { OwnedProperty, OwnerValue } from './statement.ts'

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

/** A cost of a home, or a credit, with a photo of its receipt. */
export const CostForm = ({ properties, ...form }: Shown & { version: string; formKey: string }) => (
  <SiteImages page="/admin/money/owners" images={[]}>
    <RecordForm
      {...{ ...form, properties }}
      intent="add-cost"
      fields={COST_FIELDS}
      value={null}
      summary="Add a cost"
      anchor="add-cost"
      save="Add the cost"
    />
  </SiteImages>
)
