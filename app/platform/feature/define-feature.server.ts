import type { OpenAPIHono } from '@hono/zod-openapi'
import type { SQL } from 'drizzle-orm'
import type { $ZodType } from 'zod/v4/core'
import type { OgImageContent } from '#app/shared/page-metadata.ts'
import type { Task } from '#app/shared/task.ts'
import type { Change } from '../change/change.server.ts'
import type { OperatorAccess } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'

/**
 * Work that recurs. Steps of the same queue in several features run one after the other, with the first one's times.
 */
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
  /** The path of the guests’ page that shows it, from the form’s address, its intent, and the made record. */
  seenAt(params: Readonly<Record<string, string>>, intent: string, made: PreviewSubject): string | Promise<string>
  /** Further changes before the page is shown. They are rolled back like the change. */
  prepare?(services: Pick<Services, 'db'>): Promise<void>
  /** The guests’ page stands beside the form, in a frame. There it is shown without a change, too. */
  isFramed?: true
}

/** The services that see the change, and the id of a new record. */
export type PreviewSubject = { services: Pick<Services, 'db' | 'clock'>; subjectId: string | undefined }

/** A row of a task's SQL, for Today. */
export type Found = {
  title: string
  detail: string
  /** A booking's reference, a home's slug, or the id of a conversation. */
  about: string | null
  /** A count, cents, or seconds. */
  count: number
}

/** A kind of task for operators, as long as its SQL finds it. Today runs all of them in one statement. */
export type TaskKind = {
  /** A `select` of the columns of `Found`, in their order. It has no order of its own, or is in brackets. */
  find(services: Services): SQL
  taskOf(found: Found): Omit<Task, 'until'>
}

/** A page of the sitemap; `lastmod` is a date, or an instant in ISO 8601. */
export type SitemapPage = { path: string; lastmod?: string }

/** The og-image of a page; null without such a page. */
export type FindOgImage = (services: Services, slug: string) => Promise<OgImageContent | null>

/** The parts that the site uses from a feature. It is listed in `app/features/all-features.server.ts`. */
type Feature = {
  /** The name of its folder. */
  name: string
  /** The features whose functions it calls, which `dependency-cruiser.config.ts` checks. */
  uses: readonly string[]
  /** Other features whose tables it reads. */
  reads?: readonly string[]
  /** Its HTTP routes. */
  api?: readonly FeatureApi[]
  /** The changes that operators make in it, with their words in History and their Undo. */
  changes?: readonly Record<string, Change<$ZodType, unknown>>[]
  jobs?: readonly RecurringJob[]
  previews?: readonly Previewed[]
  /** The tasks that Today lists, by kind. */
  tasks?: Readonly<Record<string, TaskKind>>
  /** How many items wait on a page of the back office, by its address: a `select` of one number. The rail shows it. */
  waiting?: Readonly<Record<string, SQL>>
  /** The pages of its records. Other pages say `sitemap` in their `handle`. */
  sitemap?: (services: Services) => Promise<SitemapPage[]>
  /** The og-images of its pages, by the path of the page, which may have a `:slug`. */
  ogImages?: Readonly<Record<string, FindOgImage>>
}

/** The defaults of the optional parts. */
const NOTHING = {
  reads: [],
  api: [],
  changes: [],
  jobs: [],
  previews: [],
  tasks: {},
  waiting: {},
  sitemap: async () => [],
  ogImages: {},
} as const satisfies Omit<Required<Feature>, 'name' | 'uses'>

type Whole<Definition extends Feature> = Omit<typeof NOTHING, keyof Definition> & Definition

/** Checks a feature's definition, and adds the parts that it leaves out. The names of its changes stay in the type. */
export const defineFeature = <const Definition extends Feature>(feature: Definition): Whole<Definition> => ({
  ...NOTHING,
  ...feature,
})
