import type { TestCase } from '@playwright/test/reporter'

/** The annotation of a test whose engine opened a session. */
export const RAN_IN = 'ran in'

const DID_NOT_START = /^(\S+) was started twice and did not start: (.*)$/

export const notRun = (engine: string, error: string) => `${engine} was started twice and did not start: ${error}`

type Ended = Pick<TestCase, 'titlePath' | 'results'>

/** The lines at the end of a run about engines that are installed and did not start. */
export function listNotRun(tests: Ended[]): string[] {
  const annotations = (test: Ended) => test.results.flatMap((result) => result.annotations)
  const ran = new Set(
    tests.flatMap(annotations).flatMap(({ type, description }) => (type === RAN_IN ? description : [])),
  )
  const lines: string[] = []
  const never = new Set<string>()
  for (const test of tests) {
    for (const { type, description = '' } of annotations(test)) {
      const [, engine = '', error] = (type === 'skip' && DID_NOT_START.exec(description)) || []
      if (!engine) continue
      lines.push(`Not run, because ${engine} did not start (${error}): ${test.titlePath().join(' › ')}`)
      if (!ran.has(engine)) never.add(engine)
    }
  }
  return [...lines, ...[...never].map((engine) => `${engine} is installed, and did not start once in this run.`)]
}
