import { useEffect, useState } from 'react'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { type CalendarDay, CalendarGrid } from '#app/ui/calendar-grid.tsx'
import { CalendarKey } from '#app/ui/calendar-key.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { FormSent } from '#app/ui/form-sent.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { ToastProvider, useToast } from '#app/ui/toast.tsx'
import { Tooltip } from '#app/ui/tooltip.tsx'
import type { Exhibit } from './exhibit.tsx'

const MONTH = '2027-02-01'
/** Longer than anybody looks, and no longer than a timer can be set. */
const FOR_EVER = 2 ** 31 - 1

function stateOf(day: number): CalendarDay['state'] {
  if (day < 5) return 'past'
  if (day >= 9 && day <= 11) return 'taken'
  return day === 8 ? 'checkout-only' : 'free'
}

function selectedOf(day: number): CalendarDay['selected'] {
  if (day === 17) return 'start'
  if (day === 20) return 'end'
  return day > 17 && day < 20 ? 'between' : undefined
}

function Month({ chosen = false, only }: { chosen?: boolean; only?: CalendarDay['state'] }) {
  const [month, setMonth] = useState<IsoDate>(MONTH)
  const day = (date: IsoDate): CalendarDay => {
    const number = Number(date.slice(8))
    const selected = chosen ? selectedOf(number) : undefined
    return { state: only ?? stateOf(number), ...(selected && { selected }), label: formatDate(date, 'long') }
  }
  return (
    <CalendarGrid month={month} onMonth={setMonth} day={day} onPick={() => {}} earliest={MONTH} latest="2027-04-30" />
  )
}

function OpensDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
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

const LABELS = { name: 'Name', email: 'E-mail' }
const SENTENCE = 'Please look at the fields below.'

export const WORDS_AND_WINDOWS: Exhibit[] = [
  {
    title: 'Calendar',
    of: [CalendarGrid],
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
      { name: 'a stay is chosen', show: <Month chosen /> },
      { name: 'no night is free', show: <Month only="taken" /> },
    ],
  },
  {
    title: 'What the windows mean',
    of: [CalendarKey],
    states: [
      {
        name: 'all',
        show: (
          <CalendarKey
            entries={[
              { state: 'free', text: 'Light on: free' },
              { state: 'taken', text: 'Taken' },
              { state: 'checkout-only', text: 'Check-out only' },
            ]}
          />
        ),
      },
    ],
  },
  {
    title: 'What is wrong with a form',
    of: [FormProblem],
    note: 'Without a problem the region is there, empty, so that the next one is read out.',
    states: [
      { name: 'nothing', show: <FormProblem problem={null} labels={LABELS} /> },
      {
        name: 'a sentence',
        show: <FormProblem problem={{ message: 'We could not store this yet.', names: [] }} labels={LABELS} />,
      },
      {
        name: 'fields to look at',
        show: <FormProblem problem={{ message: SENTENCE, names: ['name', 'email'] }} labels={LABELS} />,
      },
    ],
  },
  {
    title: 'A form that was sent',
    of: [FormSent],
    states: [{ name: 'sent', show: <FormSent title="Message sent" description="We answer within a day." /> }],
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
    title: 'Tooltip',
    of: [Tooltip],
    note: 'It comes at once with the focus, a moment later under a pointer, and never on touch.',
    states: [
      {
        name: 'closed, and open on focus',
        show: (
          <Tooltip text="Moves the picture up">
            <Button look="quiet">Up</Button>
          </Tooltip>
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
        name: 'long',
        show: (
          <PageHead
            title="A promise that takes more than one line"
            text="It ends at sixty-two characters, whatever the window."
          />
        ),
      },
    ],
  },
]
