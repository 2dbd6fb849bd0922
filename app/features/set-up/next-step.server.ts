import { and, eq } from 'drizzle-orm'
import { listMissing } from '#app/features/properties/manage/list/publish-check.server.ts'
import { PROPERTY_FORMS, propertyPath, publishPath } from '#app/features/properties/manage/list/publish-check.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { listRemains } from './demo-remains.server.ts'
import { getSetUp } from './set-up.server.ts'
import { isStatedStep, type NextStep, stepAnchor } from './set-up.ts'

/** The pages where a site and its homes are set up. */
const PAGES = /^\/admin\/(?:homes|site|legal|set-up)(?:\/|$)/

/**
 * The page for an operator after a change on this page. First what the draft of a home still needs, then the open steps
 * of setting up. Null if there is none.
 */
export async function getNextStep(services: Services, pathname: string): Promise<NextStep | null> {
  if (!PAGES.test(pathname)) return null
  const { db } = services
  const slug = /^\/admin\/homes\/([^/]+)/.exec(pathname)?.[1] ?? ''
  const isDraft = and(eq(properties.slug, slug), eq(properties.status, 'draft'))
  const [draft] = await db.select().from(properties).where(isDraft)
  const must = draft && (await listMissing(services, db, draft)).find(({ level }) => level === 'must')
  if (must) return { title: PROPERTY_FORMS[must.form].title, path: propertyPath(slug, must.form) }
  const left = await getSetUp(services, await listRemains(services))
  const step = left?.find(({ isDone, path, step }) => !isDone && path !== null && !isStatedStep(step))
  // The list of homes has the form that adds one.
  if (step?.step === 'properties' && pathname === '/admin/homes') return null
  // The open step of the email is its test, which the list sends. Its page has the address.
  if (step?.step === 'mail') return { title: step.title, path: `/admin/set-up#${stepAnchor(step.step)}` }
  if (step?.path) return { title: step.title, path: step.path }
  return draft ? { title: 'Publish', path: publishPath(slug) } : null
}
