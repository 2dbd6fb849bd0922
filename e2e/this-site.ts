import { inject } from 'vitest'

/** The built site that the journeys of this worker visit, without a slash at the end: nobody else books or writes there. */
export function siteUrl(): string {
  const url = inject('siteUrls')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!url) throw new Error(`There is no site for worker ${process.env.VITEST_POOL_ID}.`)
  return url
}
