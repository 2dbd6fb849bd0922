import { startSite } from '../e2e/site.ts'
import { fetchPage, startBareNode, startNginx } from './baselines.ts'
import { measure, type Run } from './load.ts'
import { residentMemory } from './memory.ts'

/**
 * Requests per second for the home page, against the same bytes from a bare Node server (from memory) and from nginx with
 * one worker (from disk). The three take turns, so that a busy moment of the machine affects each of them. Only the
 * ratios of one run count. The load generator takes one core from each of them.
 */
const ROUNDS = 3
const SECONDS = 5

const site = await startSite({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
const page = await fetchPage(`${site.url}/`)
const servers = [
  { name: 'this site', url: `${site.url}/`, stop: site.stop },
  await startBareNode(page),
  await startNginx(page),
].filter((server) => server !== null)

const results = new Map<string, Run[]>(servers.map(({ name }) => [name, []]))
try {
  for (const { url } of servers) await measure(url, 2)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, url } of servers) results.get(name)?.push(await measure(url, SECONDS))
  }
  report()
} finally {
  for (const { stop } of servers.toReversed()) await stop()
}

function report() {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const perSecond = (name: string) => middle((results.get(name) ?? []).map((run) => run.perSecond))
  say(`home page, ${page.body.length} bytes (${page.encoding}), ${ROUNDS} rounds of ${SECONDS} s, median`)
  for (const { name } of servers) {
    const runs = results.get(name) ?? []
    const ratio = (perSecond('this site') / perSecond(name)).toFixed(2)
    const p99 = middle(runs.map((run) => run.p99))
    const failures = runs.reduce((total, run) => total + run.failures, 0)
    const beside = name === 'this site' ? '' : `, this site does ${ratio} of it`
    say(`  ${name.padEnd(10)} ${Math.round(perSecond(name))} requests/s, p99 ${p99} ms, ${failures} failed${beside}`)
  }
  if (!results.has('nginx')) say('  nginx is not installed: not compared')
  const memory = residentMemory(site.pid)
  if (memory) say(`  memory of the site after the run: ${Math.round(memory / 1024 ** 2)} MB`)
}
