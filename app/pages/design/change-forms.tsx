import type { z } from 'zod'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { RecordFields, WeekdayRow } from '#app/shared/record-fields.ts'
import { ChangeButton, MoveButtons, RemoveButton } from '#app/ui/form/change-button.tsx'
import {
  ChangeForm,
  ChangeNote,
  FormArea,
  FormCheck,
  FormChecks,
  FormChoice,
  FormNumber,
  FormSelect,
  FormText,
  Lines,
} from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import { LineRows } from '#app/ui/form/line-rows.tsx'
import { MonthDay } from '#app/ui/form/month-day.tsx'
import { PageLinks } from '#app/ui/form/page-links.tsx'
import { PreviewButton } from '#app/ui/form/preview-button.tsx'
import { RecordImage } from '#app/ui/form/record-image.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { RecordList } from '#app/ui/form/record-list.tsx'
import { UndoButton } from '#app/ui/form/undo-button.tsx'
import { DraftOffer } from '#app/ui/form/use-form-draft.tsx'
import { WeekdayRows, Weekdays } from '#app/ui/form/weekday-rows.tsx'
import type { Exhibit } from './exhibit.tsx'

type Property = {
  name: string
  nights: string
  story: string
  floor: string
  events: string
  elevator?: 'on'
  linens?: string[]
}
type Changes = {
  property: { form: z.ZodType<Property, Property> }
  read: { form: z.ZodType<object, { id: string }> }
  move: { form: z.ZodType<object, { to: 'up' | 'down' }> }
}

const STORED = {
  name: 'The Lodge',
  nights: 3,
  story: 'By the lake.',
  floor: '0',
  events: 'no',
  elevator: true,
  linens: ['bed'],
}
const EVENTS = [
  ['no', 'No events'],
  ['ask', 'On request'],
] as const
const LINENS = [
  ['bed', 'Bed linens'],
  ['bath', 'Bath towels'],
] as const

const answer = (result: ChangeAnswer['result'], asks: string[] = []): ChangeAnswer => {
  return { intent: 'property', id: '', at: '2027-06-01T12:00:00.000Z', result, asks }
}
const typed = { name: '', nights: '300', story: 'By the lake.', floor: '0', events: 'no', linens: ['bed'] }
const wrong = {
  '': ['Please check the highlighted fields.'],
  name: ['Please enter the name'],
  linens: ['Please choose one'],
}

function Sample({ summary, of = null }: { summary?: string; of?: ChangeAnswer | null }) {
  return (
    <ChangeForm<Changes> intent="property" summary={summary} stored={STORED} answer={of}>
      {(fields) => (
        <>
          <FormText field={fields.name} label="Name" hint="Guests read it." />
          <FormNumber field={fields.nights} label="Minimum stay, in nights" />
          <FormArea field={fields.story} label="Story" />
          <FormSelect field={fields.floor} label="Floor" none="Not shown" options={[['0', 'Ground floor']]} />
          <FormChoice field={fields.events} legend="Events" options={EVENTS} />
          <FormCheck field={fields.elevator} label="Elevator" />
          <FormChecks field={fields.linens} legend="Ready when guests arrive" options={LINENS} />
        </>
      )}
    </ChangeForm>
  )
}

type Room = {
  opened: string
  sauna: boolean
  sale: string
  quiet: string
  miles: number
  price: number
  views: string[]
  terms: 'firm' | 'own'
  prices: WeekdayRow[]
  arrive: number[]
  image?: string
  notes: string[]
  beds: { name: string }[]
}

const ROOM: RecordFields<Room> = {
  opened: { kind: 'month-day', label: 'Opened on' },
  sauna: { kind: 'check', label: 'Sauna' },
  sale: { kind: 'moment', label: 'On sale from' },
  quiet: { kind: 'time', label: 'Quiet from' },
  miles: { kind: 'decimal', label: 'Miles to the lift', max: 100, missing: 'Please enter miles, such as 0.5' },
  price: { kind: 'money', label: 'Price', min: 0, max: 100_000 },
  views: { kind: 'choices', label: 'Views', options: { lake: 'Lake', woods: 'Woods' } },
  terms: {
    kind: 'choice',
    label: 'Terms',
    options: { firm: 'Firm', own: 'Your own' },
    sentences: { firm: 'Full refund up to 60 days before check-in.' },
  },
  prices: {
    kind: 'weekday-rows',
    label: 'Weekday prices',
    hint: 'Clear the amount to remove a row.',
    value: { kind: 'money', label: 'Dollars a night', min: 100, max: 100_000 },
  },
  arrive: { kind: 'weekdays', label: 'Check-in only on', hint: 'None: on any day.' },
  image: { kind: 'image', label: 'Photo', hint: 'Guests see it.', optional: true },
  notes: { kind: 'lines', label: 'Notes', item: 'note', max: 100, most: 5 },
  beds: {
    kind: 'list',
    label: 'Beds',
    item: 'Bed',
    most: 3,
    fields: { name: { kind: 'line', label: 'Name', max: 40 } },
  },
}

const SALE = { sale: '2027-06-01T09:00', quiet: '10:00 PM', miles: 0.5, price: 25_000, terms: 'firm' } as const
const room = (beds: Room['beds'], of: ChangeAnswer | null = null) => (
  <RecordForm
    intent="property"
    fields={ROOM}
    value={{
      opened: '05-01',
      sauna: true,
      ...SALE,
      views: ['lake'],
      arrive: [6],
      prices: [{ days: [5, 6], value: 25_000 }],
      notes: ['Quiet', 'By the stairs'],
      beds,
    }}
    answer={of}
    previewAt=""
  />
)
const noDay = {
  initialValue: { opened: { month: '2', day: '30' }, prices: [{ days: ['6'], value: '250' }], beds: [{}] },
  error: {
    'opened.day': ['This month has fewer days'],
    quiet: ['Please enter a time, such as 10:00 PM'],
    miles: ['Please enter miles, such as 0.5'],
    terms: ['Please choose one of the list'],
    'prices[0].value': ['Saturday is in two rows. Please leave it in one of them'],
    notes: ['Please fill this in'],
    'beds[0].name': ['Please fill this in'],
  },
}

const DRAFT = {
  offer: { at: '2027-05-01T18:12:00Z', version: '', pairs: [] },
  lost: [],
  onUse: () => {},
  onDiscard: () => {},
}

export const CHANGE_FORMS: Exhibit[] = [
  {
    title: 'Record form',
    of: [RecordForm, RecordList, LineRows, RecordImage, MonthDay, Weekdays, WeekdayRows, PreviewButton],
    states: [
      { name: 'a list', show: room([{ name: 'Queen' }, { name: 'Twin' }]) },
      { name: 'an empty list', show: room([]) },
      { name: 'wrong', show: room([], answer(noDay)) },
    ],
  },
  {
    title: 'Form of a change',
    of: [ChangeForm, FoldedForm, FormText, FormNumber, FormArea, FormSelect, FormCheck, FormChecks, FormChoice],
    states: [
      { name: 'plain', show: <Sample /> },
      { name: 'folded', show: <Sample summary="Change the home" /> },
      { name: 'error', show: <Sample of={answer({ status: 'error', initialValue: typed, error: wrong })} /> },
      {
        name: 'asks',
        show: (
          <Sample of={answer({ initialValue: { ...typed, name: 'The Lodge' } }, ['It shares 3 nights with Winter.'])} />
        ),
      },
    ],
  },
  {
    title: 'What was typed before',
    of: [DraftOffer],
    states: [
      { name: 'unsaved', show: <DraftOffer {...DRAFT} isOlder={false} /> },
      { name: 'changed since', show: <DraftOffer {...DRAFT} isOlder /> },
      { name: 'of a field that is gone', show: <DraftOffer {...DRAFT} isOlder lost={['By the lake']} /> },
    ],
  },
  {
    title: 'Items of a page with forms',
    of: [Lines, PageLinks, ChangeButton, MoveButtons, RemoveButton, ChangeNote, UndoButton],
    states: [
      { name: 'lines', show: <Lines lines={['Every night $420.00', 'Cleaning $150.00']} /> },
      { name: 'links', show: <PageLinks sections={{ nightly: 'Nightly prices', fees: 'Fees' }} /> },
      {
        name: 'button',
        show: (
          <ChangeButton<Changes> intent="read" id="1">
            Read now
          </ChangeButton>
        ),
      },
      {
        name: 'outline',
        show: (
          <ChangeButton<Changes> intent="read" id="1">
            Undo
          </ChangeButton>
        ),
      },
      { name: 'done', show: <ChangeNote answer={{ ...answer({}), message: 'Cabin, Airbnb: 2 events, 1 new.' }} /> },
      { name: 'undo of what was done', show: <UndoButton id="1" confirms={false} /> },
      { name: 'refused', show: <ChangeNote answer={answer({ error: { '': ['This calendar is gone.'] } })} /> },
      { name: 'move', show: <MoveButtons<Changes> intent="move" id="1" name="Winter" isFirst isLast={false} /> },
      { name: 'remove', show: <RemoveButton<Changes> intent="read" id="1" name="Winter" /> },
    ],
  },
]
