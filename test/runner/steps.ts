import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { duration } from './progress.ts'
import { type Results, readJson, rememberDurations } from './results.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A program, and whether it runs tests: those show themselves what they do. Of others, a failure shows the output. */
export type Step = { name: string; program: string; args: string[]; kind: 'check' | 'tests'; env?: NodeJS.ProcessEnv }

/** The result of a step. `wall` is milliseconds, `cpu` seconds of it and all that it started; null if unknown. */
export type Outcome = { name: string; code: number; wall: number; cpu: number | null; results: Results | null }

const running = new Set<ChildProcess>()
const skipped = new Set<string>()
let stopped: NodeJS.Signals | null = null

/** Parts that a step had to leave out, such as the journeys of a missing browser. */
export const leftOut = (): string[] => [...skipped]

/** Whether somebody stopped the run. Its steps end, and no other begins. */
export const isStopped = (): boolean => stopped !== null

/** Steps are process groups of their own. So the first Ctrl-C lets them end, the second ends them at once. */
export function stopStepsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      for (const { pid } of running) if (pid) process.kill(-pid, stopped ? 'SIGKILL' : signal)
      stopped ??= signal
    })
}

/** The shell counts the seconds of everything that the program has started and waited for. */
const TIMED = '"$@"; code=$?; times >&3; exit $code'

/** Seconds of the line of `times` for what the shell has started, such as `0m1.50s 0m0.25s`. */
function secondsOf(times: string): number | null {
  const [, line = ''] = times.trim().split('\n')
  const parts = [...line.matchAll(/(\d+)m([\d.,]+)s/g)]
  if (parts.length === 0) return null
  return parts.reduce(
    (sum, [, minutes, seconds = '']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  )
}

/** Runs a step to its end. A missing program is a failure. */
export async function runStep({ name, program, args, kind, env }: Step): Promise<Outcome> {
  const from = performance.now()
  const isTests = kind === 'tests'
  const results = path.join(
    root,
    'test-results',
    'steps',
    `${name.toLowerCase().replace(/\W+/g, '-')}-${process.pid}.json`,
  )
  const child = spawn('sh', ['-c', TIMED, 'sh', program, ...args], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
      ...(isTests && { TEST_RESULTS: results, TEST_STEP: name }),
      ...env,
    },
    stdio: ['ignore', isTests ? 'inherit' : 'pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  let times = ''
  child.stdout?.on('data', (bytes) => {
    output += bytes
  })
  child.stderr?.on('data', (bytes) => {
    for (const [line] of String(bytes).matchAll(
      /^(?:.* are skipped: .*|Not run, because .*|.* did not start once in this run\.)$/gm,
    ))
      skipped.add(line)
    if (isTests) process.stderr.write(bytes)
    else output += bytes
  })
  child.stdio[3]?.on('data', (bytes) => {
    times += bytes
  })
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
  running.delete(child)
  const wall = performance.now() - from
  const outcome = { name, code, wall, cpu: secondsOf(times), results: isTests ? readJson<Results>(results) : null }
  if (outcome.results && code === 0) rememberDurations(name, { wall, files: outcome.results.files })
  if (!isStopped()) reportEnd(outcome, isTests ? '' : output)
  return outcome
}

function reportEnd({ name, code, wall }: Outcome, output: string): void {
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`)
  process.stdout.write(`${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${duration(wall)}\n`)
}

/** Runs steps one after the other. The first that fails ends the row, and so does a signal. */
export async function runRow(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) {
    if (isStopped() || outcomes.some(({ code }) => code !== 0)) break
    outcomes.push(await runStep(step))
  }
  return outcomes
}
