import { acceptedNames } from '#app/shared/http-headers.ts'

/** How a text may be sent to a browser that asks with this `Accept-Encoding`: the smallest form that it takes. */
export function acceptedEncoding(header: string | undefined): 'br' | 'gzip' | 'identity' {
  const taken = acceptedNames(header)
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}
