import { once } from 'node:events'
import { createServer } from 'node:http'

/** Another site with its own origin and one page. */
type EmbeddingSite = { origin: string; close(): void }

/** Serves the page that `html` returns for its origin. */
export async function serveEmbeddingSite(html: (origin: string) => string): Promise<EmbeddingSite> {
  let origin = ''
  const server = createServer((request, response) => {
    const known =
      request.url === '/favicon.ico' ? '' : `<!doctype html><html lang="en"><title>A site</title>${html(origin)}`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(known)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  origin = `http://127.0.0.1:${address.port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin, close }
}
