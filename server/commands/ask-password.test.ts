import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askPassword } from './ask-password.ts'

/** A terminal with somebody typing; raw mode turns off its echo. */
function terminal(keys: string) {
  const raw: boolean[] = []
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => void raw.push(on) })
  const output = new PassThrough()
  input.write(keys)
  return { raw, input, output, shown: () => String(output.read() ?? '') }
}

test('a password is typed twice and not shown', async () => {
  const { raw, shown, ...streams } = terminal('ten lit windows\rten lit wim\x7fndows\r')
  expect(await askPassword(streams)).toBe('ten lit windows')
  expect(shown()).toBe('Password: \nAgain: \n')
  expect(raw).toEqual([true, false])
})

test('two different passwords, or none, change nothing', async () => {
  await expect(askPassword(terminal('ten lit windows\rten dark windows\r'))).rejects.toThrow('don’t match')
  for (const keys of ['ten lit\x03', '\x04', 'ten lit windows\r\x03'])
    await expect(askPassword(terminal(keys)), keys).rejects.toThrow('No password given')
})

test('a piped password is the first line', async () => {
  const piped = (...parts: string[]) => askPassword({ input: PassThrough.from(parts), output: new PassThrough() })
  expect(await piped('ten lit', ' windows\r\nand more')).toBe('ten lit windows')
  expect(await piped('ten lit windows')).toBe('ten lit windows')
  await expect(piped('\n')).rejects.toThrow('No password given. Nothing was changed.')
  await expect(piped()).rejects.toThrow('No password given. Nothing was changed.')
})
