import { parse, serialize } from 'hono/utils/cookie'
import type { Config } from '#app/platform/config.server.ts'
import { LONGEST_DAYS } from './sessions.server.ts'

type Site = Pick<Config, 'siteUrl'>

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

/** `__Host-` keeps a sibling domain from setting this cookie; browsers accept the prefix only on https. */
function nameOf(site: Site) {
  return isSecure(site) ? '__Host-session' : 'session'
}

/** The session token of a request. */
export function sessionToken(site: Site, headers: Headers): string | null {
  const name = nameOf(site)
  return parse(headers.get('cookie') ?? '', name)[name] ?? null
}

/** The `Set-Cookie` header for a token; without one it deletes the cookie. The session, not the cookie, decides how long it lasts. */
export function sessionCookie(site: Site, token: string | null): string {
  const maxAge = token ? LONGEST_DAYS * 86_400 : 0
  return serialize(nameOf(site), token ?? '', {
    httpOnly: true,
    secure: isSecure(site),
    sameSite: 'Lax',
    path: '/',
    maxAge,
  })
}
