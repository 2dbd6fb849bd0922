import { expect, test } from 'vitest'
import { needsOwnProcess, SET_BY } from '../own-process.ts'
import { listFiles, readText } from './files.ts'

/** The names of the exported functions whose code sets what belongs to the whole process. */
const settersIn = (code: string) =>
  code
    .split(/^(?=export )/m)
    .filter(needsOwnProcess)
    .flatMap((part) => /^export (?:async )?function (\w+)/.exec(part)?.[1] ?? [])

/** The site and its commands. Tests start them as programs, or call them beside a running site. */
const PROGRAMS = ['addGoLiveCommand', 'addRestoreCommand', 'reachSite', 'start', 'startServices']

test('a test of databases that sets what belongs to a process does not run in a thread: the functions that set it are listed', () => {
  const files = listFiles().filter((file) => /^(?:app|server|content)\/.*(?<!\.test)\.tsx?$/.test(file))
  const found = files.flatMap((file) => settersIn(readText(file)))
  expect(found.sort()).toEqual([...SET_BY, ...PROGRAMS].sort())
})

test.each([
  ['const umask = process.umask(0)', true],
  ['process.seteuid?.(65_534)', true],
  ["process.once('SIGTERM', stop)", true],
  ['const services = await openServices(config, log)', true],
  ["import { openServices } from '../startup/services.ts'", false],
  ["process.on('worker', watch)", false],
  ['process.setSourceMapsEnabled(true)', false],
])('needs a process of its own: %s', (code, needs) => {
  expect(needsOwnProcess(code)).toBe(needs)
})
