import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { StartRefused } from '../startup/start-refused.ts'
import { chooseByOptions } from './sample-properties.ts'

const PROPERTIES = [
  { id: '1', name: 'Pine Lodge', location: 'Oak Creek' },
  { id: '2', name: 'Lake Cabin', location: 'Seneca' },
]

/** A person at a terminal who types these lines, or a pipe. */
function terminal(typed: string[], isTTY = true) {
  const input = Object.assign(PassThrough.from([typed.map((line) => `${line}\n`).join('')]), { isTTY })
  return { input, output: new PassThrough() }
}

test('on a terminal, each sample home is asked for; Enter keeps it', async () => {
  const asked = terminal(['', 'sell', 'Remove'])
  expect(await chooseByOptions({}, asked)(PROPERTIES)).toEqual(['2'])
  expect(String(asked.output.read())).toBe(
    'Sample homes: keep each as a draft, or remove it?\n' +
      '  Pine Lodge (Oak Creek) [KEEP/remove]: ' +
      '  Lake Cabin (Seneca) [KEEP/remove]: Please type keep or remove: ',
  )
})

test('whoever ends the input removes nothing', async () => {
  await expect(chooseByOptions({}, terminal(['remove']))(PROPERTIES)).rejects.toThrow(StartRefused)
})

test('an option decides without a question, and a pipe keeps all', async () => {
  expect(await chooseByOptions({ removeSamples: true }, terminal([]))(PROPERTIES)).toEqual(['1', '2'])
  expect(await chooseByOptions({ keepSamples: true }, terminal([]))(PROPERTIES)).toEqual([])
  expect(await chooseByOptions({}, terminal(['remove', 'remove'], false))(PROPERTIES)).toEqual([])
})
