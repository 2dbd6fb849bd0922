let url = ''

/** The addresses of the workers' sites, which a run starts. */
export function nameSites(sites: { url: string }[]) {
  process.env.E2E_SITES = sites.map((site) => site.url).join(' ')
}

/** The site of the worker with this number from 0, if it still runs. */
export async function findRunningSite(worker: number): Promise<string | null> {
  const address = process.env.E2E_SITES?.split(' ')[worker]
  const answer = await fetch(`${address}/readyz`).catch(() => null)
  return address && answer?.ok ? address : null
}

export function setSiteUrl(of: string) {
  url = of
}

/** The address of this worker's built site, without a trailing slash. Only this worker's tests use it. */
export function siteUrl(): string {
  if (!url) throw new Error('The site of this worker runs only while a test does.')
  return url
}
