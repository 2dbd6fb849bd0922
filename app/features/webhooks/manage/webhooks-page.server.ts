import { asc, sql } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { webhooks } from '../webhooks.tables.server.ts'
import type { ListedDelivery, ListedWebhook } from '../webhooks.ts'

/** How many events the page shows of each webhook: the last ones. */
const SHOWN = 10

const PROBLEMS: Record<string, string> = {
  'bad-address': 'the address is wrong',
  'private-address': 'the address is in a private network',
  'unknown-host': 'there is no such host',
  'no-connection': 'it could not be reached',
  stopped: 'it did not answer within 10 seconds',
}

type Row = {
  id: string
  webhookId: string
  type: string
  data: Record<string, unknown>
  createdAt: Date
  attempts: number
  error: string | null
  isDelivered: boolean
  isWaiting: boolean
}

/** Every webhook with its last deliveries. Two statements. */
export async function listWebhooks({ db }: Pick<Services, 'db'>, timeZone: string): Promise<ListedWebhook[]> {
  const all = await db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id))
  const { rows } = await db.execute<Row>(sql`
    select sent.id, webhook_id as "webhookId", type, data, sent.created_at as "createdAt", attempts, error,
      delivered_at is not null as "isDelivered", next_at is not null as "isWaiting"
    from webhooks cross join lateral (select * from webhook_deliveries where webhook_id = webhooks.id
      order by created_at desc, id limit ${SHOWN}) sent`)
  return all.map(({ id, url, topics }) => ({
    id,
    url,
    topics,
    deliveries: rows.filter(({ webhookId }) => webhookId === id).map((row) => listed(row, timeZone)),
  }))
}

function listed({ id, type, data, createdAt, attempts, error, ...row }: Row, timeZone: string): ListedDelivery {
  const amount = typeof data.amount === 'number' ? formatMoney(data.amount) : null
  const about = [data.reference, amount].filter(Boolean).join(', ')
  const failed = row.isWaiting ? 'waiting' : 'given-up'
  return {
    id,
    type,
    about,
    attempts,
    at: formatMomentWithYear(new Date(createdAt), timeZone),
    state: row.isDelivered ? 'delivered' : failed,
    problem: error && (PROBLEMS[error] ?? `it answered with ${error}`),
  }
}
