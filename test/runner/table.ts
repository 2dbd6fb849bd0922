import type { Outcome } from './steps.ts'

const HEADS = ['Step', 'Passed', 'Failed', 'Skipped', 'Wall', 'CPU']
const SLOWEST = 5

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

function row({ name, code, wall, cpu, results }: Outcome): string[] {
  const counts = results
    ? [results.passed, results.failed, results.skipped].map(String)
    : [code === 0 ? 'ok' : '', code === 0 ? '' : 'FAILED', '']
  return [name, ...counts, clock(wall / 1000), cpu === null ? '' : `${Math.round(cpu)} s`]
}

/** The sums of all steps. */
export function totalsOf(outcomes: Outcome[]) {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, { results }) => total + (results?.[key] ?? 0), 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** The end of a run: a line for each step. Then what passed at its second try, what was left out, and the slowest files. */
export function tableOf(outcomes: Outcome[], wall: number, leftOut: string[]): string {
  const { passed, failed, skipped } = totalsOf(outcomes)
  const cpu = outcomes.reduce((sum, one) => sum + (one.cpu ?? 0), 0)
  const total = ['Total', `${passed}`, `${failed}`, `${skipped}`, clock(wall / 1000), `${Math.round(cpu)} s`]
  const rows = [HEADS, ...outcomes.map(row), total]
  const widths = HEADS.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  const lines = rows.map((cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 3))).join(''),
  )
  return [lines.join('\n'), ...triedAgain(outcomes), ...part('Left out', leftOut), ...slowest(outcomes)].join('\n\n')
}

function part(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`] : []
}

/** By file, those with the most first. */
function triedAgain(outcomes: Outcome[]): string[] {
  const byFile = new Map<string, string[]>()
  for (const { file, title } of outcomes.flatMap(({ results }) => results?.again ?? []))
    byFile.set(file, [...(byFile.get(file) ?? []), title])
  const lines = [...byFile]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([file, titles]) => [`${titles.length} in ${file}`, ...titles.map((title) => `    ${title}`)])
  return part('Passed at the second try', lines)
}

function slowest(outcomes: Outcome[]): string[] {
  const files = outcomes.flatMap(({ results }) => Object.entries(results?.files ?? {}))
  const lines = files
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([file, ms]) => `${clock(ms / 1000).padStart(6)}  ${file}`)
  return part('Slowest files', lines)
}
