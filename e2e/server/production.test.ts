import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfNeeded } from '#server/build.ts'
import { expect, test } from '../page.ts'

const command = 'node --max-semi-space-size=4 --max-old-space-size=1024 server/start.mjs'

test('npm start and the documented service run the program that these journeys run', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(scripts.start).toBe(`MALLOC_ARENA_MAX=1 exec ${command}`)
  const guide = await readFile('docs/going-live.md', 'utf8')
  expect(guide).toContain(`\nMALLOC_ARENA_MAX=1 node_modules/.bin/${command}\n`)
  const unit = await readFile('deploy/stay.service', 'utf8')
  expect(unit).toContain(`\nExecStart=/opt/stay/node_modules/.bin/${command}\n`)
  const image = await readFile('Dockerfile', 'utf8')
  expect(image).toContain(`ENTRYPOINT ${JSON.stringify(command.split(' ')).replaceAll(',', ', ')}\n`)
})

test('the site renders with React’s production build without a setting', async () => {
  const folder = join(await buildIfNeeded(), 'server')
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
  const server = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
  expect(server).toContain('https://react.dev/errors/')
  expect(server).not.toContain('Each child in a list should have a unique')
  expect(server).not.toMatch(/(?:from|import|require)[ (]*["']react/)
})
