import type { ComponentProps, ReactNode } from 'react'
import type { ChangeForms } from '#app/shared/change-answer.ts'
import { type RecordColumn, readColumns } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { MoveButtons, RemoveButton } from '../form/change-button.tsx'
import { RecordForm, type RecordFormProps } from '../form/record-inputs.tsx'
import { RecordTable } from './record-table.tsx'
import type { TableColumn } from './table.tsx'

/** What the forms of a list have in common. */
type FormOptions<Value, Preview> = Pick<
  RecordFormProps<Value, Preview>,
  'answer' | 'after' | 'beside' | 'draw' | 'onChange' | 'previewAt' | 'properties' | 'secrets' | 'storesDraft'
>

const aOr = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

type AddProps<Value, Preview> = FormOptions<Value, Preview> &
  Pick<RecordFormProps<Value, Preview>, 'anchor' | 'start' | 'formKey' | 'version' | 'save' | 'confirms'> & {
    intent: string
    /** `fee` of `Add a fee`. */
    noun: string
    fields: RecordFields<Value>
  }

/** The button of a list that adds a record, and its form. */
export const AddRecord = <Value, Preview = unknown>({ noun, ...form }: AddProps<Value, Preview>) => (
  <RecordForm<Value, Preview>
    {...form}
    value={null}
    summary={`Add ${aOr(noun)}`}
    drawer={{ title: `New ${noun}` }}
    save={form.save ?? `Add the ${noun}`}
  />
)

/** The button that opens a row, by the name of its record. */
export const editWords = (name: string): ReactNode => (
  <>
    Edit <span className="sr-only">{name}</span>
  </>
)

type Removal = { intent: string; confirms?: boolean }

type RemoveProps = Removal & {
  id: string
  version?: string | undefined
  name: string
  /** Beside a button that opens the row it is a sign. */
  isSign?: true
}

/** The button of a row that removes its record by one press. */
export const RemoveRecord = (props: RemoveProps) => (
  <RemoveButton<ChangeForms> {...(props as unknown as ComponentProps<typeof RemoveButton<ChangeForms>>)} />
)

type EditProps<Value, Preview> = FormOptions<Value, Preview> &
  Pick<RecordFormProps<Value, Preview>, 'anchor' | 'version'> & {
    intent: string
    id: string
    name: string
    fields: RecordFields<Value>
    value: NoInfer<Value>
    removal?: Removal | undefined
    /** What else one does with the record, below its form. */
    extra?: ReactNode
  }

/** The buttons of a row: one opens the form of its record, the other removes it. */
export const EditRecord = <Value, Preview = unknown>({ name, removal, extra, ...form }: EditProps<Value, Preview>) => (
  <>
    <RecordForm<Value, Preview> {...form} summary={editWords(name)} drawer={{ title: name, foot: extra }} />
    {removal && <RemoveRecord {...removal} id={form.id} version={form.version} name={name} isSign />}
  </>
)

type MoveProps = { intent: string; id: string; name: string; record: unknown; records: readonly unknown[] }

/** The buttons of a row that move it. */
const MoveRecord = ({ record, records, ...of }: MoveProps) => (
  <MoveButtons<ChangeForms>
    {...(of as ComponentProps<typeof MoveButtons<ChangeForms>>)}
    isFirst={record === records[0]}
    isLast={record === records.at(-1)}
    areSigns
  />
)

/** The declared columns of a record, for rows that have one. */
export const recordColumns = <Value, Item>(
  fields: RecordFields<Value>,
  columns: readonly RecordColumn<NoInfer<Value>>[],
  recordOf: (item: Item) => NoInfer<Value>,
): TableColumn<Item>[] =>
  readColumns<Value>(fields, columns).map(({ words, ...column }) => ({
    ...column,
    cell: (item) => words(recordOf(item)),
  }))

/** A record of a list. `version` is that of what its form shows. */
type ListedRecord<Value> = { id: string; version?: string; value: Value }

type Props<Value, Preview, Item> = {
  title: string
  note?: ReactNode
  anchor?: string
  noun: string
  none: string
  fields: RecordFields<Value>
  columns: readonly RecordColumn<NoInfer<Value>>[]
  records: readonly Item[]
  form: FormOptions<Value, Preview>
  /** The change that adds a record; without it, nobody can here. */
  adding?: Pick<
    AddProps<Value, Preview>,
    'intent' | 'anchor' | 'start' | 'formKey' | 'version' | 'save' | 'confirms' | 'storesDraft'
  >
  /** The change of a record, and the one that removes it. */
  change?: string
  removal?: Removal
  /** The change that moves a record up or down. */
  moving?: string
  /** Columns of what is no field, such as a count. */
  more?: readonly TableColumn<Item>[]
  extra?: (record: Item) => ReactNode
  anchorOf?: (record: Item) => string
  children?: ReactNode
}

/** A list of records: its table, and the forms that add and change them. Columns and inputs follow from the fields. */
export function RecordRows<Value, Preview = unknown, Item extends ListedRecord<Value> = ListedRecord<Value>>(
  props: Props<Value, Preview, Item>,
) {
  const { noun, fields, columns, records, form, adding, change, removal, moving, more = [], ...rest } = props
  const { extra, anchorOf, ...table } = rest
  const [naming] = readColumns<Value>(fields, columns)
  const nameOf = ({ value }: Item) => naming?.words(value) ?? ''
  return (
    <RecordTable
      {...table}
      columns={[...recordColumns(fields, columns, ({ value }: Item) => value), ...more]}
      rows={records}
      keyOf={({ id }) => id}
      add={adding && <AddRecord<Value, Preview> {...form} {...adding} {...{ noun, fields }} />}
      end={
        (change ?? removal) === undefined
          ? undefined
          : (record) => {
              const { id, version, value } = record
              const of = { id, version, name: nameOf(record) }
              if (!change) return removal && <RemoveRecord {...removal} {...of} />
              const own = { fields, value, removal, extra: extra?.(record), anchor: anchorOf?.(record) }
              return (
                <>
                  {moving && <MoveRecord {...of} intent={moving} {...{ record, records }} />}
                  <EditRecord<Value, Preview> {...form} {...of} {...own} intent={change} />
                </>
              )
            }
      }
    />
  )
}
