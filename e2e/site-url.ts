let running: RunningSite = { url: '', dataDir: '' }

type RunningSite = { url: string; dataDir: string }

/** The workers' sites, which a run starts. */
export function nameSites(sites: RunningSite[]) {
  process.env.E2E_SITES = JSON.stringify(sites.map(({ url, dataDir }) => ({ url, dataDir })))
}

/** The site of the worker with this number from 0, if it still runs. */
export async function findRunningSite(worker: number): Promise<RunningSite | null> {
  const sites: RunningSite[] = JSON.parse(process.env.E2E_SITES ?? '[]')
  const site = sites[worker]
  const answer = site && (await fetch(`${site.url}/readyz`).catch(() => null))
  return site && answer?.ok ? site : null
}

export function setSite(site: RunningSite) {
  running = site
}

/** The address of this worker's built site, without a trailing slash. Only this worker's tests use it. */
export function siteUrl(): string {
  if (!running.url) throw new Error('The site of this worker runs only while a test does.')
  return running.url
}

/** The folder with its data, where its mails are. */
export const siteDataDir = () => running.dataDir
