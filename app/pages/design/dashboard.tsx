import { Button } from '#app/ui/button.tsx'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Amounts } from '#app/ui/dashboard/amounts.tsx'
import { Bars } from '#app/ui/dashboard/bars.tsx'
import { Card, Columns } from '#app/ui/dashboard/card.tsx'
import { DropPanel } from '#app/ui/dashboard/drop-panel.tsx'
import { Figures } from '#app/ui/dashboard/figures.tsx'
import { Meter } from '#app/ui/dashboard/meter.tsx'
import { MoreMenu, PageTop } from '#app/ui/dashboard/page-top.tsx'
import { Panes } from '#app/ui/dashboard/panes.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import { Steps } from '#app/ui/dashboard/steps.tsx'
import { Initials, Stream, StreamMessage, StreamNote } from '#app/ui/dashboard/stream.tsx'
import type { Exhibit } from './exhibit.tsx'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']
const bars = MONTHS.map((label, at) => ({ label, now: 4 + at * 2, before: 9 - at, isCurrent: at === 3 }))

export const DASHBOARD: Exhibit[] = [
  {
    title: 'Head of a back-office page',
    of: [PageTop, MoreMenu],
    wide: true,
    states: [
      { name: 'a title', show: <PageTop title="Payments due" facts="What guests have yet to pay." /> },
      {
        name: 'below another page, with buttons and a list of more',
        show: (
          <PageTop
            title="Sample: Avery K."
            note="Request"
            crumbs={[
              { to: '/admin/bookings', label: 'Bookings' },
              { to: '/admin/bookings/PC-2YBZQ9', label: 'PC-2YBZQ9' },
            ]}
            facts="A home, February 5 to 10, 5 nights"
            more={
              <>
                <li>
                  <a href="#move">Move</a>
                </li>
                <li>
                  <button type="button">Cancel</button>
                </li>
              </>
            }
          >
            <Button variant="outline">Decline</Button>
            <Button>Confirm</Button>
          </PageTop>
        ),
      },
    ],
  },
  {
    title: 'Actions',
    of: [Actions],
    states: [
      {
        name: 'of an item',
        show: (
          <Actions>
            <Button variant="outline">Publish</Button>
            <Button variant="outline">Answer it</Button>
            <Button variant="outline">Withhold it</Button>
          </Actions>
        ),
      },
    ],
  },
  {
    title: 'Card',
    of: [Card],
    wide: true,
    states: [
      {
        name: 'a text',
        show: (
          <Card title="Needs you">
            <p className="text-muted">Nothing is waiting for you.</p>
          </Card>
        ),
      },
      {
        name: 'a list without a title',
        show: (
          <Card>
            <ul>
              <li>First</li>
              <li>Second</li>
            </ul>
          </Card>
        ),
      },
      {
        name: 'a list, with a note and an action',
        show: (
          <Card title="Inbox" note="2" action={<a href="#card">All messages</a>}>
            <ul>
              <li>First</li>
              <li>Second</li>
            </ul>
          </Card>
        ),
      },
    ],
  },
  {
    title: 'Page with a second column',
    of: [Columns],
    wide: true,
    states: [
      {
        name: 'two cards',
        show: (
          <Columns
            aside={
              <Card title="November">
                <p>Aside</p>
              </Card>
            }
          >
            <Card title="Next seven days">
              <p>Nobody checks in or out.</p>
            </Card>
          </Columns>
        ),
      },
      {
        name: 'a second column that stays in sight',
        show: (
          <Columns
            isSticky
            aside={
              <Card title="Price">
                <p>Aside</p>
              </Card>
            }
          >
            <Card title="A long form">
              <p>Fields</p>
            </Card>
          </Columns>
        ),
      },
    ],
  },
  {
    title: 'Amounts',
    of: [Amounts],
    states: [
      {
        name: 'lines with details, one of them negative',
        show: (
          <Amounts
            lines={[
              { label: '4 nights × $540.00', detail: 'Winter', amount: 216_000 },
              { label: 'Weekly discount (10%)', amount: -21_600 },
              { label: 'Cleaning', amount: 22_000 },
            ]}
            total={{ label: 'Guests pay', amount: 216_400 }}
          />
        ),
      },
      { name: 'only a total', show: <Amounts lines={[]} total={{ label: 'Total', amount: 0 }} /> },
    ],
  },
  {
    title: 'Figures and bars',
    of: [Figures, Bars],
    states: [
      {
        name: 'figures',
        show: (
          <Figures
            figures={[
              { label: 'Revenue', value: '$38,410', note: '$34,290 last year' },
              { label: 'Nights sold', value: '71 of 120', note: 'up 9', tone: 'good' },
              { label: 'Payments due', value: '$42,138', note: '$1,200.00 late', tone: 'bad' },
              { label: 'Average daily rate', value: '$541' },
            ]}
          />
        ),
      },
      { name: 'bars', show: <Bars title="Revenue by month" bars={bars} /> },
      {
        name: 'bars with the highest',
        show: <Bars title="Revenue by month" bars={bars} most={(most) => `$${most}`} />,
      },
      {
        name: 'nothing yet',
        show: <Bars title="Revenue by month" bars={MONTHS.map((label) => ({ label, now: 0, before: 0 }))} />,
      },
    ],
  },
  {
    title: 'Panes of nights',
    of: [Panes],
    states: [
      {
        name: 'every state',
        show: <Panes label="Vacant Dec 1–3" panes={['lit', 'lit', 'dark', 'striped', 'closed', 'dark', 'lit']} />,
      },
    ],
  },
  {
    title: 'State',
    of: [State],
    states: [
      { name: 'lit', show: <State tone="lit">Confirmed</State> },
      { name: 'dark', show: <State tone="dark">Check-out</State> },
      { name: 'good', show: <State tone="good">Backup, 2 hours ago</State> },
      { name: 'bad', show: <State tone="bad">No backup yet</State> },
      { name: 'without a tone', show: <State>Canceled</State> },
    ],
  },
  {
    title: 'Steps',
    of: [Steps],
    wide: true,
    states: [
      {
        name: 'past, present, and future',
        show: (
          <Steps
            label="Steps of an order"
            steps={[
              { label: 'Ordered', detail: 'Mon, Feb 1', state: 'past' },
              { label: 'Your answer', detail: '9 hours left', state: 'present' },
              { label: 'Payment', detail: '$500.00', state: 'future' },
              { label: 'Sent', state: 'future' },
            ]}
          />
        ),
      },
      {
        name: 'late',
        show: (
          <Steps
            label="Steps of an order"
            steps={[
              { label: 'Ordered', detail: 'Mon, Feb 1', state: 'past' },
              { label: 'Payment', detail: '$500.00, late since Fri, Feb 5', state: 'present', tone: 'bad' },
              { label: 'Sent', state: 'future' },
            ]}
          />
        ),
      },
      {
        name: 'all done',
        show: (
          <Steps
            label="Steps of an order"
            steps={[
              { label: 'Ordered', detail: 'Mon, Feb 1', state: 'past' },
              { label: 'Withdrawn', detail: 'Tue, Feb 2', state: 'past' },
            ]}
          />
        ),
      },
    ],
  },
  {
    title: 'Stream',
    of: [Stream, StreamMessage, StreamNote, Initials],
    wide: true,
    states: [
      {
        name: 'messages and notes',
        show: (
          <Card title="Conversation and history">
            <Stream label="Conversation and history">
              <StreamMessage author="Ada Winters" at="Thu, Feb 4, 9:12 AM">
                <p>Is there a high chair?</p>
              </StreamMessage>
              <StreamNote at="Thu, Feb 4, 9:13 AM">Email sent: We received your message</StreamNote>
              <StreamNote at="Thu, Feb 4, 9:14 AM" tone="bad">
                Email refused by the other side: Your stay
              </StreamNote>
              <StreamMessage author="Mia" at="Thu, Feb 4, 10:02 AM" isOwn>
                <p>It’s in the closet.</p>
              </StreamMessage>
            </Stream>
          </Card>
        ),
      },
      { name: 'initials alone', show: <Initials name="Ada Winters" /> },
    ],
  },
  {
    title: 'Meter',
    of: [Meter],
    states: [
      { name: 'nothing', show: <Meter figure="$1,000.00" note="nothing paid yet" share={0} /> },
      { name: 'a part', show: <Meter figure="$1,000.00" note="$500.00 paid" share={0.5} /> },
      { name: 'all', show: <Meter figure="$1,000.00" note="paid" share={1} /> },
    ],
  },
  {
    title: 'Panel below its button',
    of: [DropPanel],
    wide: true,
    states: [
      {
        name: 'closed',
        show: (
          <DropPanel label="Decline">
            <p>Why?</p>
          </DropPanel>
        ),
      },
      {
        name: 'open',
        show: (
          <DropPanel label="Decline" isOpen>
            <p>Why?</p>
          </DropPanel>
        ),
      },
    ],
  },
]
