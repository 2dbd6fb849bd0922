import { SiteImages } from '#app/features/site/manage/site-part-forms.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { isZero, numericFromCents } from '#app/shared/money.ts'
import {
  ChangeForm,
  type FieldsOf,
  FormCheck,
  FormChecks,
  FormNumber,
  FormSelect,
  FormText,
} from '#app/ui/form/change-form.tsx'
import { RecordImage } from '#app/ui/form/record-image.tsx'
import type { costChanges } from './costs.changes.server.ts'
import type { ownerChanges, ownersChanges } from './owners.changes.server.ts'
import { COMMISSION_ON, type OwnedProperty, type OwnerValue } from './statement.ts'

type Property = { id: string; name: string }
type Shown = { answer: ChangeAnswer | null; homes: readonly Property[] }

type OwnerFields = { fields: FieldsOf<typeof ownerChanges, 'change-owner'>; homes: readonly Property[] }

const OwnerFields = ({ fields, homes: properties }: OwnerFields) => (
  <>
    <FormText field={fields.name} label="Name" />
    <FormText field={fields.email} label="Email (optional)" type="email" hint="Each statement is sent there." />
    <FormNumber field={fields.commissionPercent} label="Commission, percent (optional)" />
    <FormSelect field={fields.commissionOn} label="Percent of" options={Object.entries(COMMISSION_ON)} />
    <FormNumber field={fields.commissionPerStay} label="Commission for each stay (optional)" />
    <FormCheck field={fields.getsCleaning} label="The owner gets the cleaning fee, and pays the cleaner" />
    <FormCheck field={fields.getsFees} label="The owner gets other fees" />
    <FormCheck field={fields.unpaidWaits} label="A stay counts only once its guest has paid it" />
    <FormChecks field={fields.homes} legend="Homes" options={properties.map(({ id, name }) => [id, name])} />
  </>
)

/** `homes` are those that have no owner. */
export const AddOwner = ({ homes: properties, formKey, answer }: Shown & { formKey: string }) => (
  <ChangeForm<typeof ownersChanges, never, 'add-owner'>
    intent="add-owner"
    summary="Add an owner"
    anchor="owner"
    save="Add the owner"
    stored={{ commissionOn: 'rent' }}
    answer={answer}
  >
    {(fields) => (
      <>
        <input type="hidden" name={fields.key.name} value={formKey} />
        <OwnerFields fields={fields} homes={properties} />
      </>
    )}
  </ChangeForm>
)

type OwnerProps = Shown & { owner: { id: string; value: OwnerValue; version: string } }

/** `homes` are those that have no other owner. */
export const ChangeOwner = ({ owner: { id, value, version }, homes: properties, answer }: OwnerProps) => (
  <ChangeForm<typeof ownerChanges, never, 'change-owner'>
    intent="change-owner"
    id={id}
    version={version}
    summary="Change name, homes, and commission"
    anchor="owner"
    stored={{
      ...value,
      commissionPercent: isZero(value.commissionPercent) ? '' : value.commissionPercent,
      commissionPerStay: value.commissionPerStay > 0 ? numericFromCents(value.commissionPerStay) : '',
    }}
    answer={answer}
  >
    {(fields) => <OwnerFields fields={fields} homes={properties} />}
  </ChangeForm>
)

/** What a cleaner gets for a turnover in each home. */
export const CleanerPay = ({
  homes: properties,
  answer,
}: Pick<Shown, 'answer'> & { homes: readonly OwnedProperty[] }) =>
  properties.map(({ id, name, cleanerPay }) => (
    <ChangeForm<typeof ownerChanges, never, 'cleaner-pay'>
      key={id}
      intent="cleaner-pay"
      id={id}
      version={String(cleanerPay)}
      summary={`Change what a cleaner gets in ${name}`}
      stored={{ cleanerPay: numericFromCents(cleanerPay) }}
      answer={answer}
    >
      {(fields) => <FormNumber field={fields.cleanerPay} label={`For a turnover in ${name}`} />}
    </ChangeForm>
  ))

/** A cost of a home, or a credit, with a photo of its receipt. */
export const CostForm = ({
  homes: properties,
  answer,
  version,
  formKey,
}: Shown & { version: string; formKey: string }) => (
  <SiteImages page="/admin/money/owners" images={[]}>
    <ChangeForm<typeof costChanges, never, 'add-cost'>
      intent="add-cost"
      version={version}
      summary="Add a cost"
      anchor="add-cost"
      save="Add the cost"
      stored={{ home: properties[0]?.id ?? '' }}
      answer={answer}
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <FormSelect field={fields.home} label="Home" options={properties.map(({ id, name }) => [id, name])} />
          <FormText field={fields.description} label="What for" hint="The owner reads it." />
          <FormText field={fields.spentOn} label="Day" type="date" />
          <FormNumber field={fields.amount} label="Amount" />
          <FormCheck field={fields.isCredit} label="A credit: the owner gets it back" />
          <RecordImage field={fields.receipt} label="Receipt (optional)" optional />
        </>
      )}
    </ChangeForm>
  </SiteImages>
)
