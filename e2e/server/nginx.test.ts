import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { type AddressInfo, createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { selfSigned } from '#test/servers/certificate.ts'
import { ask } from '../ask.ts'
import { expect, test } from '../page.ts'
import { freePort } from '../site.ts'

const HOST = 'stay.example'
const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/going-live.md'), 'utf8')
const [, block = ''] = /^```nginx\n(.*?)^```/ms.exec(guide) ?? []
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.describe('the documented nginx proxy (skipped where nginx is not installed)', () => {
  test.skip(!hasNginx(), 'nginx is not installed')
  let folder = ''
  let stop = async () => {}
  let plain = 0
  let secure = 0
  const received: { host?: string; for?: string; bytes: number }[] = []

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pc-nginx-'))
    const site = createServer(async (request, answer) => {
      let bytes = 0
      for await (const part of request) bytes += part.length
      received.push({ host: request.headers.host, for: request.headers['x-forwarded-for'] as string, bytes })
      answer.end('the site')
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    ;[plain, secure] = [await freePort(), await freePort()]
    const { key, cert } = selfSigned(HOST)
    await writeFile(path.join(folder, 'key.pem'), key)
    await writeFile(path.join(folder, 'cert.pem'), cert)
    await writeFile(path.join(folder, 'nginx.conf'), configuration((site.address() as AddressInfo).port))
    const args = ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', path.join(folder, 'nginx.conf')]
    execFileSync('nginx', ['-t', '-q', ...args], { env })
    const nginx = spawn('nginx', args, { env, stdio: 'ignore' })
    const ended = once(nginx, 'exit')
    stop = async () => {
      nginx.kill('SIGTERM')
      await ended
      site.close()
      site.closeAllConnections()
    }
    await untilListening(secure)
  })
  test.afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The documented block with this test's ports, files and site. */
  function configuration(port: number): string {
    const changes: [string, string][] = [
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
      ['/etc/ssl/stay.example.pem', `${folder}/cert.pem`],
      ['/etc/ssl/stay.example.key', `${folder}/key.pem`],
      ['http://127.0.0.1:3000', `http://127.0.0.1:${port}`],
    ]
    const servers = changes.reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replace(from, to)
    }, block)
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
    // Started as root, nginx would switch to a user without access to the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    return `${user} daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${folders.join(' ')} ${servers} }`
  }

  async function untilListening(port: number) {
    for (let tries = 0; tries < 200; tries += 1) {
      const socket = createConnection(port, '127.0.0.1')
      const open = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false)
      socket.destroy()
      if (open) return
      await wait(50)
    }
    throw new Error('nginx does not listen.')
  }

  /** A request over HTTP/2: returns its status and body. */
  async function post(bytes: number): Promise<{ status: number; text: string }> {
    const session = connect(`https://127.0.0.1:${secure}`, { rejectUnauthorized: false, servername: HOST })
    try {
      const stream = session.request({ ':method': 'POST', ':path': '/api/objects/upload', ':authority': HOST })
      const answered = once(stream, 'response')
      stream.end(Buffer.alloc(bytes))
      const [headers] = (await answered) as [{ ':status': number }]
      let text = ''
      for await (const part of stream) text += part
      return { status: headers[':status'], text }
    } finally {
      session.destroy()
    }
  }

  test('redirects from http to https with the whole address, but no call, and passes on the host, the client address, and an image of 10 MB over HTTP/2', async () => {
    const headers = { host: HOST }
    const { status, headers: answered } = await ask(`http://127.0.0.1:${plain}/property/lake-keowee?adults=2`, {
      headers,
    })
    expect([status, answered.location]).toEqual([301, `https://${HOST}/property/lake-keowee?adults=2`])
    expect((await ask(`http://127.0.0.1:${plain}/api/properties`, { headers })).status).toBe(403)
    expect(await post(10_485_760 + 500)).toEqual({ status: 200, text: 'the site' })
    expect(received.at(-1)).toEqual({ host: HOST, for: '127.0.0.1', bytes: 10_486_260 })
  })
})
