import { isDatabaseUnavailable } from './unavailable.server.ts'

/** How many are done in one round at most. */
const MOST = 100

type Waiting<Input, Output> = { input: Input; resolve(output: Output): void; reject(error: unknown): void }

/**
 * Work that many ask for at the same time, done for all of them at once: whoever asks while a round is under way is in the
 * next one, and whoever asks alone waits for nobody. `work` answers each of its inputs, in their order, all or nothing. When
 * it fails for several, each is tried alone, so that nobody fails for another's sake; unless the database is away, which
 * fails for all.
 */
export function inRounds<Input, Output>(
  work: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = []
  let running = false

  async function settle(round: Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await work(round.map(({ input }) => input))
      for (const [index, { resolve }] of round.entries()) resolve(outputs[index] as Output)
    } catch (error) {
      if (round.length > 1 && !isDatabaseUnavailable(error)) for (const one of round) await settle([one])
      else for (const { reject } of round) reject(error)
    }
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) await settle(waiting.splice(0, MOST))
    running = false
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!running) void run()
    })
}
