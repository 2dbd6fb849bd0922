import { type CSSProperties, useState } from 'react'
import { Accordion } from '#app/ui/accordion.tsx'
import { Button } from '#app/ui/button.tsx'
import { AreaField, EmailField, SelectField, TextField } from '#app/ui/form/field.tsx'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { Stepper } from '#app/ui/form/stepper.tsx'
import type { Exhibit } from './exhibit.tsx'

const LONG = 'A name that goes on for longer than anybody would think, and then a little further than that'

const variants: Exhibit['states'] = (['ember', 'dark', 'outline', 'quiet', 'white', 'link'] as const).flatMap(
  (variant) => [
    { name: variant, show: <Button variant={variant}>Book these nights</Button> },
    {
      name: `${variant}, hover`,
      force: [['hover', '.button']],
      show: <Button variant={variant}>Book these nights</Button>,
    },
    {
      name: `${variant}, focus`,
      force: [['focus-visible', '.button']],
      show: <Button variant={variant}>Book these nights</Button>,
    },
    {
      name: `${variant}, pending`,
      show: (
        <Button variant={variant} pending pendingText="Booking ...">
          Book these nights
        </Button>
      ),
    },
    {
      name: `${variant}, disabled`,
      show: (
        <Button variant={variant} disabled>
          Book these nights
        </Button>
      ),
    },
  ],
)

const DENSE = { '--button-height': 'var(--target-size)', '--button-padding': '1.15rem' } as CSSProperties

const beds = (
  <>
    <option>King</option>
    <option>Two twins</option>
  </>
)

function Guests({ start, hint, max = 8 }: { start: number; hint?: string; max?: number }) {
  const [guests, setGuests] = useState(start)
  return <Stepper label="Adults" one="an adult" hint={hint} value={guests} min={1} max={max} onChange={setGuests} />
}

const ROOMS = [
  { key: 'kitchen', title: 'Kitchen', count: '4 images', content: <p>Room for more than one cook.</p> },
  { key: 'bunks', title: LONG, content: <p>A bed for everyone on the list.</p> },
]

export const BUTTONS_AND_FIELDS: Exhibit[] = [
  {
    title: 'Button',
    of: [Button],
    note: 'Ember is the one action of a screen. A button that waits keeps its focus and does nothing.',
    states: [
      ...variants,
      {
        name: 'done',
        show: (
          <Button variant="outline" disabled data-done>
            Shared
          </Button>
        ),
      },
      {
        name: 'dense, as in the back office',
        show: (
          <Button variant="outline" style={DENSE}>
            Book these nights
          </Button>
        ),
      },
      { name: 'long', show: <Button>{LONG}</Button> },
    ],
  },
  {
    title: 'Text field',
    of: [TextField, EmailField],
    note: 'An email address has a keyboard with the @ on a phone, and nothing that corrects it.',
    states: [
      { name: 'empty', show: <EmailField label="Email" placeholder="you@example.com" /> },
      { name: 'hint', show: <TextField label="Phone (optional)" hint="Only for the day you arrive" /> },
      { name: 'hover', force: [['hover', 'input']], show: <TextField label="Email" defaultValue="mia@example.com" /> },
      { name: 'focus', force: [['focus-visible', 'input']], show: <TextField label="Email" defaultValue="mia@" /> },
      { name: 'error', show: <TextField label="Email" defaultValue="mia@" error="Please enter a whole address" /> },
      {
        name: 'error, focus',
        force: [['focus-visible', 'input']],
        show: <TextField label="Email" defaultValue="mia@" error="Please enter a whole address" />,
      },
      { name: 'disabled', show: <TextField label="Email" defaultValue="mia@example.com" disabled /> },
      { name: 'long', show: <TextField label={LONG} defaultValue={LONG} /> },
    ],
  },
  {
    title: 'Text area',
    of: [AreaField],
    states: [
      { name: 'with words', show: <AreaField label="Your message" defaultValue="Is the dock lit at night?" /> },
      { name: 'error', show: <AreaField label="Your message" error="Please write a few words" /> },
      { name: 'disabled', show: <AreaField label="Your message" defaultValue="Sent." disabled /> },
    ],
  },
  {
    title: 'Choice',
    of: [SelectField],
    states: [
      { name: 'chosen', show: <SelectField label="Beds">{beds}</SelectField> },
      { name: 'focus', force: [['focus-visible', 'select']], show: <SelectField label="Beds">{beds}</SelectField> },
      {
        name: 'error',
        show: (
          <SelectField label="Beds" error="Please choose one">
            {beds}
          </SelectField>
        ),
      },
      {
        name: 'disabled',
        show: (
          <SelectField label="Beds" disabled>
            {beds}
          </SelectField>
        ),
      },
    ],
  },
  {
    title: 'Stepper',
    of: [Stepper],
    states: [
      { name: 'between its bounds', show: <Guests start={4} hint="13 years and older" /> },
      { name: 'at the least', show: <Guests start={1} /> },
      { name: 'at the most', show: <Guests start={8} /> },
      { name: 'hover', force: [['hover', '.stepper-button']], show: <Guests start={4} /> },
      { name: 'focus', force: [['focus-visible', '.stepper-button']], show: <Guests start={4} /> },
    ],
  },
  {
    title: 'Accordion',
    of: [Accordion],
    states: [
      { name: 'closed', show: <Accordion sections={ROOMS} /> },
      { name: 'open', show: <Accordion sections={ROOMS} defaultOpen="kitchen" /> },
      { name: 'focus', force: [['focus-visible', 'summary']], show: <Accordion sections={ROOMS} /> },
    ],
  },
  {
    title: 'Honeypot field',
    of: [HoneypotField],
    note: 'Only programs see it: there is nothing to be seen.',
    states: [{ name: 'out of sight', show: <HoneypotField /> }],
  },
]
