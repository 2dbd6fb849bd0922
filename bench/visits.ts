import { addDays } from '#app/shared/dates.ts'
import { propertyOf, SLUGS } from '../e2e/stays.ts'

/** Cached pages, pages with a stay, frames and unknown queries take turns; the dates and the property differ each time. */
export function pageOf(view: number): string {
  const { id, path } = propertyOf(SLUGS[view % SLUGS.length] ?? 'large-luxury')
  const checkin = addDays(new Date().toISOString().slice(0, 10), 20 + (view % 60))
  const stay = `checkin=${checkin}&checkout=${addDays(checkin, 4)}&adults=2`
  const pages = [
    '/',
    `/search?${stay}`,
    `${path}?${stay}`,
    `/embed/book/${id}?${stay}`,
    path,
    '/contact',
    `/?utm_source=${view}`,
  ]
  return pages[view % pages.length] ?? '/'
}
