import { expect, test, vi } from 'vitest'
import { leftOut, runRow, runStep, type Step } from './steps.ts'

const shell = (script: string): Step => ({ name: 'Shell', kind: 'check', program: 'sh', args: ['-c', script] })

/** The output of the steps, and their results. */
async function printed<Result>(run: () => Promise<Result>): Promise<{ result: Result; text: string }> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const result = await run()
    return { result, text: write.mock.calls.map(([text]) => text).join('') }
  } finally {
    write.mockRestore()
  }
}

test('a check shows its output only when it fails, with the exit code', async () => {
  const passed = await printed(() => runStep(shell('echo fine')))
  expect(passed.result.code).toBe(0)
  expect(passed.text).toMatch(/^Shell: passed in \d+ s\n$/)
  const failed = await printed(() => runStep(shell('echo one; echo two >&2; exit 3')))
  expect(failed.result.code).toBe(3)
  expect(failed.text).toMatch(/one\ntwo\nShell: FAILED in \d+ s/)
})

test('the seconds of the processor are those of the whole step', async () => {
  const loop = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'
  const { result } = await printed(() => runStep(shell(`sh -c '${loop}'`)))
  expect(result.cpu).toBeGreaterThan(0)
})

test('a row ends with its first failure', async () => {
  const { result } = await printed(() => runRow([shell('exit 1'), shell('exit 0')]))
  expect(result.map(({ code }) => code)).toEqual([1])
})

test('what a step says that it skips is named at the end', async () => {
  await printed(() => runStep(shell('echo "Firefox journeys are skipped: install firefox-esr." >&2')))
  expect(leftOut()).toEqual(['Firefox journeys are skipped: install firefox-esr.'])
})
