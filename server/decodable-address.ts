/**
 * The request as it came, or, when the percent signs of its path cannot be decoded, one for the path taken by the letter.
 * No page has such a path, so the missing page answers, and React Router writes nothing on the console. A form that comes
 * with it is not read.
 */
export function withDecodableAddress(request: Request): Request {
  const address = new URL(request.url)
  try {
    decodeURIComponent(address.pathname)
    return request
  } catch {
    address.pathname = address.pathname.replaceAll('%', '%25')
    const { method, headers, signal } = request
    return new Request(address, { method, headers, signal })
  }
}
