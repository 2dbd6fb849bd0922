import { eq } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makeImport, makePricedProperty, NOON, testServices } from '#test/factories.ts'
import type { ManagedStay } from '../managed-stay.ts'
import { getManagedStay } from './booking-page.server.ts'
import { StayConflicts } from './stay-conflicts.tsx'

/** The panel as it is drawn for somebody with these scopes. */
function drawn(stay: Pick<ManagedStay, 'conflicts'>, scopes: string[]): string {
  const page = { path: '/', Component: () => <StayConflicts stay={stay} /> }
  const Stub = createRoutesStub([{ id: 'shell/admin-shell', path: '/', children: [page] }])
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { 'shell/admin-shell': { scopes } } }} />)
}

describeWithDatabase('the page of a stay whose nights somebody else claims', (database) => {
  async function makeStay(status: 'confirmed' | 'pending') {
    const { db } = database()
    const cove = await makePricedProperty(db, { slug: 'cove' })
    await makeBooking(db, cove, { from: '2027-07-01', to: '2027-07-05' }, { status, reference: '7K3-M9Q' })
    await makeImport(db, cove, { from: '2027-07-04', to: '2027-07-08' }, { eventKind: 'reserved' })
    await makeDate(db, cove, '2027-07-02', { blocked: true })
  }
  const shown = () => getManagedStay(testServices(database()), '7K3-M9Q', UNNAMED)

  test.for(['confirmed', 'pending'] as const)('names each claim and where it is settled: %s', async (status) => {
    await makeStay(status)
    const [block, imported] = [
      {
        from: '2027-07-02',
        to: '2027-07-03',
        by: null,
        guest: null,
        settlePath: '/admin/calendar?day=2027-07-02&property=cove',
      },
      {
        from: '2027-07-04',
        to: '2027-07-05',
        by: 'Another calendar',
        guest: null,
        settlePath: '/admin/calendars#conflicts',
      },
    ]
    expect((await shown())?.conflicts).toEqual([block, imported])
  })

  test('no longer names one that was settled, nor any of a stay that was canceled', async () => {
    await makeStay('confirmed')
    const { db } = database()
    await db.update(occupancies).set({ conflictNotice: 'settled' }).where(eq(occupancies.kind, 'import'))
    expect((await shown())?.conflicts).toMatchObject([{ by: null }])
    await db.transaction(async (tx) => {
      await tx.delete(occupancies).where(eq(occupancies.kind, 'booking'))
      const [booking] = await tx.select().from(bookings)
      const change = { from: 'confirmed', to: 'cancelled', cause: 'operator', at: NOON } as const
      await changeStatus(tx, { ids: [booking?.id ?? ''], ...change })
    })
    expect((await shown())?.conflicts).toEqual([])
  })

  test('says once what two calendars of one name claim alike, and each of two claims from one day', () => {
    const [short, long] = ['2027-07-05', '2027-07-06'].map((to) => ({
      from: '2027-07-04',
      to,
      by: 'Airbnb',
      guest: null,
      settlePath: '/admin/calendars#conflicts',
    }))
    if (!short || !long) throw new Error('no claims')
    const page = drawn({ conflicts: [short, short, long] }, ['stays:read'])
    expect(page.match(/also taken/g)).toHaveLength(2)
    expect(page).toContain('Jul 4–5: also')
    expect(page).toContain('Jul 4–6: also')
  })

  test('leads there whoever may change stays, and tells everybody else', () => {
    const conflict = {
      from: '2027-07-04',
      to: '2027-07-05',
      by: 'Airbnb',
      guest: null,
      settlePath: '/admin/calendars#conflicts',
    }
    const forOperator = drawn({ conflicts: [conflict] }, ['stays:write'])
    expect(forOperator).toContain('Jul 4–5: also taken in “Airbnb”')
    expect(forOperator).toContain('href="/admin/calendars#conflicts"')
    const forReader = drawn({ conflicts: [conflict] }, ['stays:read'])
    expect(forReader).toContain('Jul 4–5: also taken in “Airbnb”')
    expect(forReader).not.toContain('href')
  })

  test('names the other guest of nights that a platform sold, too', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db, { slug: 'cove' })
    const nights = { from: '2027-07-01', to: '2027-07-05' }
    await makeBooking(db, cove, nights, { status: 'confirmed', reference: '7K3-M9Q' })
    const second = { guestName: 'Ada', reference: '2B4-C6D', status: 'confirmed' } as const
    await makeBooking(db, cove, { from: '2027-07-03', to: '2027-07-06' }, second, 'overbooking')
    const stay = await shown()
    expect(stay?.conflicts).toEqual([
      { from: '2027-07-03', to: '2027-07-05', by: null, guest: 'Ada', settlePath: '/admin/bookings/2B4-C6D' },
    ])
    const page = drawn({ conflicts: stay?.conflicts ?? [] }, ['stays:write'])
    expect(page).toContain('Jul 3–5: Ada has them, too')
    expect(page).toContain('Open the other stay')
  })
})
