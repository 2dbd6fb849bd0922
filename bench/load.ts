import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const WRK = ['/usr/bin/wrk', '/usr/local/bin/wrk'].find((file) => existsSync(file))

/** Whether `wrk` is installed: it sends several times as many requests as what is measured here answers. */
export const hasLoadGenerator = WRK !== undefined

/** p99 in milliseconds. A failure is a broken connection, a timeout or a status of 400 and above. */
type Run = { perSecond: number; p99: number; failures: number }

/** The script of wrk: the paths in turn, and one line of figures at the end. */
const script = (file: string, headers: Record<string, string>) => `
local paths = {}
for line in io.lines(${JSON.stringify(file)}) do paths[#paths + 1] = line end
local at = 0
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join('\n')}
request = function()
  at = at % #paths + 1
  return wrk.format('GET', paths[at])
end
done = function(summary, latency)
  local e = summary.errors
  local failures = e.connect + e.read + e.write + e.timeout + e.status
  print(string.format('FIGURES %d %d %d %d', summary.requests, summary.duration, latency:percentile(99), failures))
end
`

/**
 * Asks for the paths in turn over 32 keep-alive connections, as fast as they are answered. `site` is an origin, and
 * `accept` what a browser accepts.
 */
export async function measure(site: string, seconds: number, paths: string[], accept = '*/*'): Promise<Run> {
  if (!WRK) throw new Error('wrk is not installed')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pc-wrk-'))
  try {
    await writeFile(path.join(folder, 'paths'), paths.join('\n'))
    const headers = { accept, 'accept-encoding': 'br' }
    await writeFile(path.join(folder, 'load.lua'), script(path.join(folder, 'paths'), headers))
    const options = ['--threads', '1', '--connections', '32', '--duration', `${seconds}s`, '--timeout', '10s']
    const { stdout } = await run(WRK, [...options, '--script', path.join(folder, 'load.lua'), site])
    const figures = /^FIGURES (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout)
    if (!figures) throw new Error(`wrk printed no figures:\n${stdout}`)
    const [requests = 0, microseconds = 0, p99 = 0, failures = 0] = figures.slice(1).map(Number)
    return { perSecond: requests / (microseconds / 1e6), p99: p99 / 1000, failures }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
