import type { OpenAPIHono } from '@hono/zod-openapi'
import type { SQL } from 'drizzle-orm'
import type { $ZodType } from 'zod/v4/core'
import type { Task } from '#app/shared/task.ts'
import type { Change } from '../change/change.server.ts'
import type { OperatorAccess } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'

/** Work that recurs. Steps of the same queue in several features run one after the other, with the first one's times. */
export type RecurringJob = {
  queue: string
  /** In UTC. The job also runs at each start, to catch up on work that became due while no process ran. */
  cron: string
  /** The polling interval of its queue in seconds. */
  poll: number
  steps: ((services: Services, signal: AbortSignal) => Promise<unknown>)[]
}

export type FeatureApi = (services: Services, access: OperatorAccess) => OpenAPIHono

/** A page of the back office whose forms have a preview. */
export type Previewed = {
  /** Its address. */
  form: string
  changes: Record<string, Change<$ZodType, never>>
  /** The path of the guests’ page that shows it. It follows from the form’s address, its intent, and what was made. */
  seenAt(params: Readonly<Record<string, string>>, intent: string, made: PreviewSubject): string | Promise<string>
  /** What else is done before the page is shown. It is taken back like the change. */
  prepare?(services: Pick<Services, 'db'>): Promise<void>
}

/** The services that see what the form made, and its id if it is new. */
export type PreviewSubject = { services: Pick<Services, 'db' | 'clock'>; subjectId: string | undefined }

/** Something found for Today, as a row of a task's SQL. */
export type Found = {
  title: string
  detail: string
  /** A booking's reference, a home's slug, or the id of a conversation. */
  about: string | null
  /** Of what waits; or cents, or seconds. */
  count: number
}

/** What operators have to do, as long as the database says so. Today asks for all of them in one statement. */
export type TaskKind = {
  /** A `select` of the columns of `Found`, in their order. It has no order of its own, or is in brackets. */
  find(services: Services): SQL
  taskOf(found: Found): Omit<Task, 'until'>
}

/** A page of the sitemap; `lastmod` is a date, or an instant in ISO 8601. */
export type SitemapPage = { path: string; lastmod?: string }

/** What the site does with a feature. It is listed in `app/features/all-features.server.ts`. */
type Feature = {
  /** The name of its folder. */
  name: string
  /** The features whose functions it calls, which `dependency-cruiser.config.ts` checks. */
  uses: readonly string[]
  /** Other features whose tables it reads. */
  reads?: readonly string[]
  /** Its HTTP routes. */
  api?: readonly FeatureApi[]
  /** What operators change in it, which History names and Undo takes back. */
  changes?: readonly Record<string, Change<$ZodType, unknown>>[]
  jobs?: readonly RecurringJob[]
  previews?: readonly Previewed[]
  /** What waits for an operator on Today, by its kind. */
  tasks?: Readonly<Record<string, TaskKind>>
  /** How much waits on a page of the back office, by its address: a `select` of one number. The rail shows it. */
  waiting?: Readonly<Record<string, SQL>>
  /** The pages that there are one of per record. Other pages say `sitemap` in their `handle`. */
  sitemap?: (services: Services) => Promise<SitemapPage[]>
}

/** What a feature does not say. */
const NOTHING = {
  reads: [],
  api: [],
  changes: [],
  jobs: [],
  previews: [],
  tasks: {},
  waiting: {},
  sitemap: async () => [],
} as const satisfies Omit<Required<Feature>, 'name' | 'uses'>

type Whole<Definition extends Feature> = Omit<typeof NOTHING, keyof Definition> & Definition

/** Checks a feature's definition, and adds the parts that it leaves out. The names of its changes stay in the type. */
export const defineFeature = <const Definition extends Feature>(feature: Definition): Whole<Definition> => ({
  ...NOTHING,
  ...feature,
})
