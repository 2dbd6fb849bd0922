import { ask } from './ask.ts'

/** Headers of a form that a browser on `origin` posts. */
export const formHeaders = (origin: string) => ({
  host: new URL(origin).host,
  origin,
  'content-type': 'application/x-www-form-urlencoded',
})

/** Signs in at the site of `origin`, which listens at `url`, like a browser. Returns the cookies to send. */
export async function operatorSession(
  url: string,
  origin: string,
  credentials: { username: string; password: string },
): Promise<string> {
  const body = `${new URLSearchParams(credentials)}`
  const answer = await ask(`${url}/sign-in`, { method: 'POST', headers: formHeaders(origin), body })
  const cookies = answer.headers['set-cookie'] ?? []
  if (cookies.length === 0) throw new Error(`signing in was answered with ${answer.status}`)
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}
