import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { openStorage } from './open-storage.ts'
import { StartRefused } from './start-refused.ts'

let server: Server | undefined
afterEach(() => void server?.close())

async function start(status: number) {
  server = createServer((_request, response) => void response.writeHead(status).end('<Code>AccessDenied</Code>'))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const logged: string[] = []
  const config = readConfig({
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: 'cove',
    S3_REGION: 'auto',
    S3_ACCESS_KEY_ID: 'me',
    S3_SECRET_ACCESS_KEY: 'very-secret',
  })
  const storage = openStorage(config, pino({}, { write: (line: string) => void logged.push(line) }))
  return { storage, logged }
}

test('a store that rejects our credentials stops the startup with a sentence that contains no secret', async () => {
  const { storage } = await start(403)
  await expect(storage).rejects.toThrow(StartRefused)
  await expect(storage).rejects.toThrow(
    /^The object storage at 127\.0\.0\.1:\d+ refused GET: 403 AccessDenied\. Look at the settings S3_\*, the bucket is cove\.$/,
  )
})

test.each([429, 503])(
  'an unavailable store (%i) does not: the site starts without it and logs that',
  async (status) => {
    const { storage, logged } = await start(status)
    expect(await storage).toMatchObject({ put: expect.any(Function) })
    expect(logged.join()).toMatch(/the object storage is unavailable/)
    expect(logged.join()).not.toContain('very-secret')
  },
)
