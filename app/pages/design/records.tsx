import type { RecordColumn } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { AddRecord, EditRecord, RecordRows, RemoveRecord } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { RowLink, Table } from '#app/ui/dashboard/table.tsx'
import { YearPanes } from '#app/ui/dashboard/year-panes.tsx'
import type { Exhibit } from './exhibit.tsx'

type Trip = { name: string; days: number; price: number }

const TRIP_FIELDS: RecordFields<Trip> = {
  name: { kind: 'line', label: 'Name', max: 60 },
  days: { kind: 'number', label: 'Days', min: 1, max: 30 },
  price: { kind: 'money', label: 'Price', min: 0, max: 9_999_00 },
}
const TRIP_COLUMNS: RecordColumn<Trip>[] = ['name', 'days', 'price']

const TRIPS: Trip[] = [
  { name: 'Canoe', days: 2, price: 120_00 },
  { name: 'Sleigh', days: 1, price: 95_50 },
]

const trips = (records: { id: string; value: Trip }[]) => (
  <RecordRows
    title="Trips"
    note="The last one counts."
    noun="trip"
    none="No trips yet."
    fields={TRIP_FIELDS}
    columns={TRIP_COLUMNS}
    records={records}
    form={{ answer: null }}
    adding={{ intent: 'trip' }}
    change="trip"
    removal={{ intent: 'remove-trip' }}
  />
)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']
const pane = (at: number) => ({ level: at % 7 === 6 ? null : at % 5, title: `Day ${at + 1}: $${100 + at}` })

export const RECORDS: Exhibit[] = [
  {
    title: 'Table of records',
    of: [RecordTable, RecordRows, AddRecord, EditRecord, RemoveRecord],
    wide: true,
    states: [
      {
        name: 'rows, with a form each',
        show: trips(TRIPS.map((value) => ({ id: value.name, value }))),
      },
      { name: 'no rows', show: trips([]) },
      {
        name: 'rows that can only be removed',
        show: (
          <RecordTable<string>
            title="Boats"
            none="No boats."
            columns={[{ heading: 'Name', cell: (name) => name }]}
            rows={['Osprey', 'Heron']}
            keyOf={(name) => name}
            end={(name) => <RemoveRecord intent="remove-boat" id={name} name={name} />}
          />
        ),
      },
    ],
  },
  {
    title: 'Table',
    of: [Table, RowLink],
    wide: true,
    states: [
      {
        name: 'rows that lead to a page, with a value beside their name',
        show: (
          <Table
            labelledBy="rows"
            columns={[
              { heading: 'Trip', cell: ({ name }: Trip) => <RowLink to="#rows">{name}</RowLink> },
              { heading: 'Days', cell: ({ days }) => days },
              { heading: 'Price', isFigure: true, isBesideName: true, cell: ({ price }) => `$${price / 100}` },
            ]}
            rows={TRIPS}
            keyOf={({ name }) => name}
          />
        ),
      },
      {
        name: 'figures with their sums',
        show: (
          <Table
            caption="Trips of a year"
            phone="values"
            columns={[
              { heading: 'Trip', cell: ({ name }: Trip) => name },
              { heading: 'Days', isFigure: true, cell: ({ days }) => days },
              { heading: 'Price', isFigure: true, cell: ({ price }) => `$${price / 100}` },
            ]}
            rows={TRIPS}
            keyOf={({ name }) => name}
            sums={[3, '$215.5']}
          />
        ),
      },
      {
        name: 'no rows',
        show: <Table<Trip> none="No trips yet." columns={[]} rows={[]} keyOf={({ name }) => name} />,
      },
    ],
  },
  {
    title: 'Year of panes',
    of: [YearPanes],
    wide: true,
    states: [
      {
        name: 'levels and days without one',
        show: (
          <YearPanes
            legend={[0, 1, 2, 3, 4].map((level) => ({ level, label: `$${100 + level}` }))}
            months={MONTHS.map((label, at) => ({
              label,
              words: `${label}: $100 to $130`,
              to: `#${label}`,
              startsOn: (at * 3) % 7,
              days: Array.from({ length: 30 }, (_, day) => pane(day + at)),
            }))}
          />
        ),
      },
    ],
  },
]
