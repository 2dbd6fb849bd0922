import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { feeChoiceOf } from '#app/features/pricing/charge-choices.ts'
import type { FeeSettings, TaxSettings } from '#app/features/pricing/price-settings.ts'
import { formatAmount } from '#app/shared/money.ts'
import { readColumns } from '#app/shared/record-columns.ts'
import { AddRecord, EditRecord, RecordRows } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import {
  DISCOUNT_COLUMNS,
  DISCOUNT_FIELDS,
  FEE_COLUMNS,
  feeFields,
  taxColumns,
  taxFields,
} from '../forms/charge-fields.ts'
import { previewed } from './price-form.tsx'
import type { SectionProps } from './price-sections.ts'

const typedFee = (fee: FeeSettings) => ({ ...fee, for: feeChoiceOf(fee) })

type Row = { id: string; cells: string[]; end: ReactNode }

/** What a stay costs beside its nights, and what is taken off: cleaning, fees, discounts. */
export function FeesSection({ settings, versions, answer }: SectionProps) {
  const { fees, taxes, discounts, nightly } = settings
  const form = previewed(answer)
  const fee = { ...form, intent: 'fee', fields: feeFields(taxes.filter(({ basis }) => basis === 'percent')) }
  const discount = { ...form, intent: 'discount', fields: DISCOUNT_FIELDS }
  const feeColumns = readColumns(fee.fields, FEE_COLUMNS)
  const discountColumns = readColumns(DISCOUNT_FIELDS, DISCOUNT_COLUMNS)
  const rows: Row[] = [
    {
      id: 'cleaning',
      cells: ['Cleaning', 'per stay', formatAmount(nightly.cleaning)],
      end: (
        <Link to="#change-nightly" className="record-open">
          Edit <span className="sr-only">cleaning</span>
        </Link>
      ),
    },
    ...fees.map((item) => {
      const value = typedFee(item)
      const of = { id: item.id, version: versions[`fees:${item.id}`] ?? '', name: item.label, value }
      return {
        id: item.id,
        cells: feeColumns.map(({ words }) => words(value)),
        end: <EditRecord {...fee} {...of} removal={{ intent: 'remove-fee' }} />,
      }
    }),
    ...discounts.map((item) => {
      const of = { id: item.id, version: versions[`discounts:${item.id}`] ?? '', name: item.label, value: item }
      return {
        id: item.id,
        cells: discountColumns.map(({ words }) => words(item)),
        end: <EditRecord {...discount} {...of} removal={{ intent: 'remove-discount' }} />,
      }
    }),
  ]
  return (
    <RecordTable<Row>
      title="Fees and discounts"
      anchor="fees"
      columns={feeColumns.map(({ heading, isFigure }, at) => ({ heading, isFigure, cell: ({ cells }) => cells[at] }))}
      rows={rows}
      keyOf={({ id }) => id}
      end={({ end }) => end}
      none=""
      add={
        <>
          <AddRecord {...fee} noun="fee" anchor="add-fee" />
          <AddRecord {...discount} noun="discount" anchor="add-discount" />
        </>
      }
    />
  )
}

const typedTax = (tax: TaxSettings, fees: readonly FeeSettings[]) => ({
  ...tax,
  on: [...tax.appliesTo, ...fees.filter(({ taxedBy }) => taxedBy.includes(tax.id)).map(({ id }) => id)],
})

export function TaxesSection({ settings: { taxes, fees }, versions, answer }: SectionProps) {
  const named = fees.map(({ id, label }) => ({ id, name: label }))
  return (
    <RecordRows
      title="Taxes"
      anchor="taxes"
      noun="tax"
      none="No taxes. Guests pay none."
      fields={taxFields(named)}
      columns={taxColumns(named)}
      records={taxes.map((tax) => ({
        id: tax.id,
        version: versions[`taxes:${tax.id}`] ?? '',
        value: typedTax(tax, fees),
      }))}
      form={previewed(answer)}
      adding={{ intent: 'tax', anchor: 'add-tax', start: { on: ['nights', 'cleaning'] } }}
      change="tax"
      removal={{ intent: 'remove-tax' }}
    />
  )
}
