import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'

export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

/** One raw HTTP request: allows any header, and does not decompress the response. */
export function ask(
  url: string,
  { body, ...options }: RequestOptions & { body?: string | Uint8Array } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
