import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { backups } from '#app/platform/installation.tables.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeFeed, makeProperty, NOON, testServices } from '#test/factories.ts'
import { createMetrics, markCached } from './metrics.ts'

/** Names that the alerts and the dashboard may use. */
const METRIC =
  /\b(?:http|page|backup|database|mail|jobs|bookings|holds|calendar|invariants|data|nodejs|process)_[a-z0-9_]+\b/g

describeWithDatabase('the metrics of a process', (database) => {
  const services = (role = 'all') =>
    testServices(database(), {
      config: { ...readConfig({ DATA_DIR: '/tmp', BACKUP_TO: '/tmp' }), role: role as 'all' },
    })
  const read = async (metrics: ReturnType<typeof createMetrics>) => (await metrics.routes.request('/metrics')).text()

  test('count requests by route and status, and cached pages', async () => {
    const metrics = createMetrics(services())
    const site = new Hono()
      .use(metrics.count(() => '/property/:slug'))
      .get('/api/properties/:id', (context) => context.json({}))
      .all('*', (context) => {
        if (context.req.path.endsWith('lake')) markCached(context)
        return context.body('', context.req.path.endsWith('lost') ? 503 : 200)
      })
    for (const path of ['/api/properties/7', '/property/lake', '/property/lost', '/property/hill'])
      await site.request(path)
    const text = await read(metrics)
    const counted = (route: string, status: number) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`
    expect(text).toContain(`${counted('/api/properties/:id', 200)} 1`)
    expect(text).toContain(`${counted('/property/:slug', 200)} 2`)
    expect(text).toContain(`${counted('/property/:slug', 503)} 1`)
    expect(text).toContain('page_cache_requests_total{result="hit"} 1')
    expect(text).toContain('page_cache_requests_total{result="miss"} 1')
  })

  test('are served while the database is away, which they say', async () => {
    const broken = services()
    const away = { ...broken, db: { execute: () => Promise.reject(new Error('connect ECONNREFUSED')) } } as never
    const answer = await createMetrics(away).routes.request('/metrics')
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toMatch(/^database_up 0$/m)
    expect(text).toMatch(/^bookings_expiring Nan$/im)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(await read(createMetrics(broken))).toMatch(/^database_up 1$/m)
  })

  testOnBoth('are served while all connections are in use, which an alert waits for', async () => {
    const { pool, kind } = database()
    const busy = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
    const text = await read(createMetrics(services()))
    // The page did not wait for a connection.
    expect(pool.waitingCount, kind).toBeGreaterThan(0)
    for (const client of busy) client.release()
    expect(text).toMatch(/^database_up 0$/m)
    expect(text).toMatch(/^database_connections\{state="idle"\} 0$/m)
  })

  test('report on the site where jobs run: requests that expire, silent calendars, free space', async () => {
    const { db } = database()
    const property = await makeProperty(db)
    const soon = new Date(NOON.getTime() + 3_600_000)
    await makeBooking(db, property, { from: '2027-07-01', to: '2027-07-05' }, { answerBy: soon })
    await makeFeed(db, property, { failingSince: new Date(NOON.getTime() - 7 * 3_600_000), lastError: 'Status 404' })
    const text = await read(createMetrics(services()))
    expect(text).toMatch(/^bookings_expiring 1$/m)
    expect(text).toMatch(/^calendar_feeds_silent 1$/m)
    expect(text).toMatch(/^invariants_broken 0$/m)
    expect(text).toMatch(/^data_free_bytes [1-9]/m)
    expect(text).toMatch(/^backup_age_seconds \+Inf$/m)
    await db.insert(backups).values({ succeededAt: new Date(NOON.getTime() - 7_200_000) })
    expect(await read(createMetrics(services()))).toMatch(/^backup_age_seconds 7200$/m)
    await db.update(backups).set({ succeededAt: new Date(NOON.getTime() + 7_200_000) })
    expect(await read(createMetrics(services()))).toMatch(/^backup_age_seconds \+Inf$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    for (const file of ['deploy/alerts.yaml', 'deploy/dashboard.json']) {
      const names = readFileSync(file, 'utf8').match(METRIC) ?? []
      expect(names.length, file).toBeGreaterThan(8)
      for (const name of names)
        expect(text, `${file} names a metric`).toContain(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `)
    }
    expect(await read(createMetrics(services('web')))).not.toContain('bookings_expiring')
  })
})
