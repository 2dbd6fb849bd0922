import { parse, serialize } from 'hono/utils/cookie'
import type { Config } from '#app/platform/config.server.ts'
import { LONGEST_DAYS } from './sessions.server.ts'

type Site = Pick<Config, 'siteUrl'>

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

/** With `__Host-` no neighbouring domain can put a cookie of its own in this one's place; browsers take it on https alone. */
function nameOf(site: Site) {
  return isSecure(site) ? '__Host-session' : 'session'
}

/** The token that a request came with. */
export function sessionToken(site: Site, headers: Headers): string | null {
  const name = nameOf(site)
  return parse(headers.get('cookie') ?? '', name)[name] ?? null
}

/** The `Set-Cookie` header for a token, or without one that which takes the cookie away. How long it lasts is the session's to say. */
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
