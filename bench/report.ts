import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildIfNeeded } from '../server/build.ts'

/** Runs every benchmark in its own process and writes what they print to `bench/REPORT.md`, after each one. */
const BENCHMARKS = {
  http: 'Requests per second',
  search: 'Search, quotes and bookings',
  images: 'Images',
  mail: 'Email',
  reports: 'Reports',
  memory: 'Memory and start',
}

const FILE = path.join(import.meta.dirname, 'REPORT.md')

/** Measured once in the unit of the first benchmark: quiet rounds, nginx with one worker, the bytes of the page. */
const OTHER_SYSTEMS = `### WordPress and QloApps in the same unit

Measured once, on a quiet machine. Only the ratios can be compared with those of this run.

| page | nginx : page | CPU a page | SQL statements |
| --- | ---: | ---: | ---: |
| WordPress, home page without plugins | 810 to 1010 | 33 ms | 38 |
| QloApps, home page | 780 to 860 | 48 to 51 ms | 288 |
| QloApps, search with dates | 1350 to 1450 | 65 to 67 ms | 441 |`

// The build reports the sizes of its scripts, which belong to no benchmark.
await buildIfNeeded()

const cpus = os.cpus()
/** Processes that want a core, per core. */
const loadPerCore = () => (os.loadavg()[0] ?? 0) / cpus.length
/** Above it, other work slows down what is measured. */
const BUSY = 0.3

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', ':/', ':!REPORT.md')
  return git('log', '-1', '--format=%h, %s') + (changed && ', with changes that are not committed')
}

async function operatingSystem(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="(.+)"$/m.exec(release)?.[1] ?? `${os.type()} ${os.release()}`
}

async function run(name: string): Promise<{ printed: string; failed: boolean }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.bench.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (bytes) => {
    printed += bytes
    process.stdout.write(bytes)
  })
  const [code] = await once(child, 'close')
  return { printed: printed.trimEnd(), failed: code !== 0 }
}

const before = loadPerCore()
if (before > BUSY) {
  process.stderr.write(
    `This machine is busy: a load of ${before.toFixed(2)} per core, and at most ${BUSY} can be compared.\n`,
  )
  process.exit(1)
}

const sections = [
  `# Benchmarks

\`npm run bench\` writes this file. Ratios within one run can be compared with those of another machine, milliseconds cannot.
The load comes from \`wrk\`, which runs on the same cores. The site logs each request, as users run it.

| | |
| --- | --- |
| date | ${new Date().toISOString().slice(0, 10)} |
| commit | ${commit()} |
| processor | ${cpus.length} cores, ${cpus[0]?.model ?? 'unknown'} |
| memory | ${Math.round(os.totalmem() / 2 ** 30)} GB |
| system | ${await operatingSystem()} |
| Node | ${process.version} |
| load per core before the run | ${before.toFixed(2)} |`,
]
for (const [name, title] of Object.entries(BENCHMARKS)) {
  const { printed, failed } = await run(name)
  const output = printed.startsWith('|') ? printed : `\`\`\`text\n${printed}\n\`\`\``
  const state = failed ? ' (failed)' : ''
  sections.push(`## ${title}${state}\n\n${output}`)
  if (name === 'http') sections.push(OTHER_SYSTEMS)
  if (failed) process.exitCode = 1
  await writeFile(FILE, `${sections.join('\n\n')}\n`)
}
