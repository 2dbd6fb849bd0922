/** How a text may be sent to a browser that asks with this `Accept-Encoding`: the smallest form that it takes. */
export function acceptedEncoding(header: string | undefined): 'br' | 'gzip' | 'identity' {
  const taken = new Set<string>()
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}
