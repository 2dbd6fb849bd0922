import { useEffect, useState } from 'react'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { CalendarGrid } from '#app/ui/calendar/calendar-grid.tsx'
import { CalendarLegend } from '#app/ui/calendar/calendar-legend.tsx'
import { type CalendarDay, CalendarWeeks } from '#app/ui/calendar/calendar-weeks.tsx'
import { WeekdayHead } from '#app/ui/calendar/weekday-head.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormError, FormProblems } from '#app/ui/form/form-error.tsx'
import { FormSent } from '#app/ui/form/form-sent.tsx'
import { Icon, IconButton } from '#app/ui/icon-button.tsx'
import { IconLink } from '#app/ui/icon-link.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Section, SectionLinks } from '#app/ui/sections.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import { ToastProvider, useToast } from '#app/ui/toast.tsx'
import type { Exhibit } from './exhibit.tsx'

const MONTH = '2027-02-01'
/** Effectively forever, within the range of a timer. */
const FOR_EVER = 2 ** 31 - 1

function stateOf(day: number): CalendarDay['state'] {
  if (day < 5) return 'past'
  if (day > 26) return 'closed'
  if (day >= 9 && day <= 11) return 'taken'
  return day === 8 ? 'checkout-only' : 'free'
}

function selectedOf(day: number): CalendarDay['selected'] {
  if (day === 17) return 'start'
  if (day === 20) return 'end'
  return day > 17 && day < 20 ? 'between' : undefined
}

/** The pointer is on the 20th, the 17th is the arrival, and the minimum stay is two nights. */
function previewOf(day: number): CalendarDay['preview'] {
  if (day === 18) return 'needed'
  if (day === 20) return 'end'
  return day === 19 ? 'between' : undefined
}

type Kind = { chosen?: boolean; pointed?: boolean; off?: boolean; only?: CalendarDay['state'] }

function Month({ chosen, pointed, off = false, only }: Kind) {
  const [month, setMonth] = useState<IsoDate>(MONTH)
  const day = (date: IsoDate): CalendarDay => {
    const number = Number(date.slice(8))
    const arrival = pointed && number === 17 ? 'start' : undefined
    const selected = chosen ? selectedOf(number) : arrival
    const preview = pointed ? previewOf(number) : undefined
    return {
      state: only ?? stateOf(number),
      off: off || (pointed && number > 22),
      isToday: number === 5,
      ...(selected && { selected }),
      ...(preview && { preview }),
      label: formatDate(date, 'long'),
    }
  }
  const turns = { month, onMonth: setMonth, earliest: MONTH, latest: '2027-04-30' } as const
  return <CalendarGrid {...turns} day={day} onPick={() => {}} />
}

function OpensDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Write to us
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Your message">
        <p>A person answers, typically within a day.</p>
      </Dialog>
    </>
  )
}

function Shown({ tone }: { tone?: 'error' }) {
  const toast = useToast()
  useEffect(() => {
    const title = tone ? 'That did not work' : 'Message sent'
    toast.show({ title, description: 'We answer within a day.', duration: FOR_EVER, ...(tone && { tone }) })
  }, [toast, tone])
  return null
}

const toasted = (tone?: 'error') => (
  <div className="design-stage">
    <ToastProvider>
      <Shown {...(tone && { tone })} />
    </ToastProvider>
  </div>
)

const LABELS = { name: 'Name', email: 'Email' }
const SENTENCE = 'Please check the highlighted fields.'

export const WORDS_AND_WINDOWS: Exhibit[] = [
  {
    title: 'Calendar',
    of: [CalendarGrid, CalendarWeeks, WeekdayHead],
    note: 'A night that is free is a lit window. One that is taken is dark and hatched, one that can only be a check-out half lit.',
    states: [
      {
        name: 'nights of every kind; the 13th and the 8th under a pointer, the 15th and the 10th with the focus',
        force: [
          ['hover', '[data-date$="13"]'],
          ['hover', '[data-date$="08"]'],
          ['focus-visible', '[data-date$="15"]'],
          ['focus-visible', '[data-date$="10"]'],
          ['hover', '[aria-label="Next month"]'],
        ],
        show: <Month />,
      },
      { name: 'the arrival is chosen, and the 20th pointed at', show: <Month pointed /> },
      { name: 'a stay is chosen', show: <Month chosen /> },
      { name: 'free, but not to be chosen', show: <Month off /> },
      { name: 'no night is free', show: <Month only="taken" /> },
    ],
  },
  {
    title: 'Two months',
    of: [CalendarGrid],
    wide: true,
    states: [{ name: 'side by side where there is room', show: <Month /> }],
  },
  {
    title: 'What the windows mean',
    of: [CalendarLegend],
    states: [
      {
        name: 'all',
        show: (
          <CalendarLegend
            title="Legend"
            entries={[
              { state: 'free', text: 'Lit: available' },
              { state: 'taken', text: 'Booked' },
              { state: 'checkout-only', text: 'Check-out only' },
              { state: 'free', off: true, text: 'Dimmed: too short' },
            ]}
          />
        ),
      },
    ],
  },
  {
    title: 'What is wrong with a form',
    of: [FormError, FormProblems],
    note: 'Without a problem the region is there, empty, so that the next one is read out.',
    states: [
      { name: 'nothing', show: <FormError problem={null} labels={LABELS} /> },
      {
        name: 'a sentence',
        show: <FormError problem={{ message: 'We could not store this yet.', names: [] }} labels={LABELS} />,
      },
      {
        name: 'fields to look at',
        show: <FormError problem={{ message: SENTENCE, names: ['name', 'email'] }} labels={LABELS} />,
      },
      { name: 'sentences of a form of the back office', show: <FormProblems sentences={[SENTENCE, 'Is it right?']} /> },
    ],
  },
  {
    title: 'A form that was sent',
    of: [FormSent],
    states: [
      {
        name: 'sent',
        show: <FormSent title="Message sent" description="We answer within a day." reference="3F9A-1C2B" />,
      },
    ],
  },
  {
    title: 'Dialog',
    of: [Dialog],
    note: 'Press the button: it stands over the page and gives the focus back.',
    states: [{ name: 'closed, and open when pressed', show: <OpensDialog /> }],
  },
  {
    title: 'Toast',
    of: [ToastProvider],
    wide: true,
    states: [
      { name: 'plain', show: toasted() },
      { name: 'error', show: toasted('error') },
    ],
  },
  {
    title: 'Icon button',
    of: [IconButton, IconLink, Icon],
    note: 'Its name is in a tooltip. It comes at once with the focus, a moment later under a pointer, and never on touch.',
    states: [
      {
        name: 'a button',
        show: <IconButton className="dialog-close" label="Close" path="M3 3l10 10M13 3L3 13" />,
      },
      {
        name: 'a link',
        show: <IconLink className="button button-quiet" to="#icon-link" label="Next month" path="M6 3l5 5-5 5" />,
      },
    ],
  },
  {
    title: 'Sections of a text',
    of: [Section, SectionLinks],
    wide: true,
    states: [
      {
        name: 'the ways to them, where there is room',
        show: <SectionLinks titles={['Who we are', 'What we store']} />,
      },
      {
        name: 'one of them',
        show: (
          <Section title="What we store">
            <p>Your name, how to reach you, and the nights you asked for.</p>
            <ul>
              <li>Nothing that you did not type.</li>
              <li>No longer than the law asks for.</li>
            </ul>
          </Section>
        ),
      },
    ],
  },
  {
    title: 'Facts beside a text',
    of: [SideNotes, SideNote],
    states: [
      {
        name: 'two facts',
        show: (
          <SideNotes label="How to reach us">
            <SideNote title="Write">A person answers, typically within a day.</SideNote>
            <SideNote title="Call">In the daylight of the mountains.</SideNote>
          </SideNotes>
        ),
      },
    ],
  },
  {
    title: 'Head of a page',
    of: [PageHead],
    wide: true,
    states: [
      { name: 'short', show: <PageHead title="Contact" text="A person answers." /> },
      {
        name: 'long, with the way on',
        show: (
          <PageHead
            title="A promise that takes more than one line"
            text="It ends at sixty-two characters, whatever the window."
          >
            <div className="mt-8">
              <Button>See the homes</Button>
            </div>
          </PageHead>
        ),
      },
    ],
  },
]
