import { lastDurations } from './results.ts'

/** Minutes and seconds, or only seconds. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

type Options = { output?: Output; now?: () => number; last?: ReturnType<typeof lastDurations> }
type Output = { isTTY?: boolean; write(text: string): unknown }

const CLEAR_LINE = '\r\u001b[K'
/** On a pipe, a line for each tenth is few enough to read. Sums of fractions fall short by a little. */
const tenthsOf = (part: number) => Math.floor(part * 10 + 1e-9)

/**
 * How far a step of tests is, and how long it still takes. That follows from the last durations of its files. A file without one
 * counts as the mean of the others. On a terminal it is one line that changes, on a pipe a line for each tenth.
 */
export class Progress {
  private readonly step: string
  private readonly options: Options
  private readonly weights = new Map<string, number>()
  private readonly total: number
  private readonly expected: number | null
  private done = 0
  private failed = 0
  private tenths = 0
  private readonly from: number

  constructor(step: string, unit: 'tests' | 'files', counts: Map<string, number>, options: Options = {}) {
    this.step = step
    this.options = options
    const last = options.last === undefined ? lastDurations(step) : options.last
    const known = [...counts].filter(([file]) => last?.files[file] !== undefined)
    const tests = known.reduce((sum, [, count]) => sum + count, 0)
    const mean = known.reduce((sum, [file]) => sum + (last?.files[file] ?? 0), 0) / tests || 1
    for (const [file, count] of counts) this.weights.set(file, (last?.files[file] ?? mean * count) / (count || 1))
    this.total = [...counts].reduce((sum, [file, count]) => sum + count * (this.weights.get(file) ?? 0), 0)
    const all = Object.values(last?.files ?? {}).reduce((sum, ms) => sum + ms, 0)
    this.expected = last && all > 0 ? (last.wall * this.total) / all : null
    this.from = this.now()
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
    this.print(`${step}: ${count} ${unit}${this.left()}`)
  }

  /** One test of a file has ended. */
  add(file: string, isFailed: boolean): void {
    this.done += this.weights.get(file) ?? 0
    if (isFailed) this.failed += 1
    const part = this.part()
    if (!this.isTerminal() && tenthsOf(part) === this.tenths) return
    this.tenths = tenthsOf(part)
    const failed = this.failed > 0 ? `, ${this.failed} failed` : ''
    this.print(`${this.step}: ${Math.round(part * 100)}%${failed}${this.left()}`)
  }

  /** Makes room for other lines on a terminal. */
  clear(): void {
    if (this.isTerminal()) this.output().write(CLEAR_LINE)
  }

  private part = () => Math.min(1, this.total > 0 ? this.done / this.total : 1)
  private now = () => this.options.now?.() ?? performance.now()
  private output = (): Output => this.options.output ?? process.stdout
  private isTerminal = () => this.output().isTTY === true

  /** The pace of this run counts from a twentieth on, before that the last run's. */
  private left(): string {
    const part = this.part()
    if (part === 1) return ''
    const paced = part >= 0.05 ? ((this.now() - this.from) * (1 - part)) / part : null
    const ms = paced ?? (this.expected === null ? null : this.expected * (1 - part))
    return ms === null ? '' : `, about ${duration(ms)} left`
  }

  private print(line: string): void {
    this.output().write(this.isTerminal() ? `${CLEAR_LINE}${line}` : `${line}\n`)
  }
}
