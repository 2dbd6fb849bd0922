import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from './page.ts'
import { startSite } from './site.ts'

/** Lists the scripts that a process has loaded, from its debugger. */
async function loadedScripts(debuggerUrl: string): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const socket = new WebSocket(debuggerUrl)
  const scripts: string[] = []
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Debugger.enable' }))
  socket.onerror = () => reject(new Error('The debugger does not answer.'))
  socket.onmessage = ({ data }) => {
    const { id, method, params } = JSON.parse(String(data))
    if (method === 'Debugger.scriptParsed') scripts.push(params.url)
    // Sent after the scripts that were already loaded.
    if (id === 1) resolve(scripts)
  }
  return promise.finally(() => socket.close())
}

const command = 'node server/start.mjs'

test('npm start and the documented service run the program that these journeys run', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(scripts.start).toBe(`exec ${command}`)
  expect(await readFile('docs/going-live.md', 'utf8')).toContain(`\nnode_modules/.bin/${command}\n`)
})

test('the site renders with React’s production build without a setting', async () => {
  const site = await startSite({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  try {
    const log = await readFile(site.logFile, 'utf8')
    const [debuggerUrl = ''] = log.match(/(?<=Debugger listening on )ws:\S+/) ?? []
    const react = (await loadedScripts(debuggerUrl))
      .filter((url) => /\/node_modules\/react(?:-dom)?\/cjs\//.test(url))
      .map((url) => basename(url))
    expect(react.filter((file) => file.startsWith('react-dom-server')).length).toBeGreaterThan(0)
    expect(react.filter((file) => !file.endsWith('.production.js'))).toEqual([])
  } finally {
    await site.stop()
  }
})
