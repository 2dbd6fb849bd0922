import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../e2e/site.ts'

/** A page as sent over the network. */
type PageBytes = { body: Buffer; encoding: string; type: string }
export type Baseline = { name: string; url: string; stop(): Promise<void> }

export function fetchPage(url: string): Promise<PageBytes> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { 'content-encoding': encoding = 'identity', 'content-type': type = 'text/html' } = answer.headers
      if (answer.statusCode === 200) resolve({ body, encoding, type })
      else reject(new Error(`${url} answered ${answer.statusCode}`))
    })
    request.on('error', reject)
  })
}

/** A bare Node server in its own process that answers from memory. */
export async function startBareNode(page: PageBytes): Promise<Baseline> {
  const port = await freePort()
  const headers = { 'content-type': page.type, 'content-encoding': page.encoding, 'content-length': page.body.length }
  const code = `const body = Buffer.from('${page.body.toString('base64')}', 'base64')
    const headers = ${JSON.stringify(headers)}
    require('node:http').createServer((request, answer) => { answer.writeHead(200, headers).end(body) }).listen(${port}, '127.0.0.1')`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}/`
  await untilAnswers(url)
  return { name: 'bare Node', url, stop: () => end(child) }
}

/** nginx with one worker that serves the compressed page from a file; null when nginx is not installed. */
export async function startNginx(page: PageBytes): Promise<Baseline | null> {
  const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file))
  if (!program) return null
  const folder = await mkdtemp(path.join(tmpdir(), 'pc-nginx-'))
  const port = await freePort()
  await writeFile(path.join(folder, 'index.html'), page.body)
  await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port, page, process.getuid?.() === 0))
  const child = spawn(
    program,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const url = `http://127.0.0.1:${port}/`
  await untilAnswers(url)
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  return { name: 'nginx', url, stop }
}

function configuration(folder: string, port: number, page: PageBytes, root: boolean): string {
  return `${root ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port}; root ${folder};
    default_type '${page.type}'; types { }
    add_header Content-Encoding ${page.encoding};
  }
}
`
}

async function untilAnswers(url: string) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url, { method: 'HEAD' }).catch(() => null)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`${url} does not answer.`)
}

async function end(child: ChildProcess) {
  const ended = once(child, 'exit')
  if (child.kill('SIGTERM')) await ended
}
