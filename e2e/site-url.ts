let url = ''

export function setSiteUrl(of: string) {
  url = of
}

/** The address of this worker's built site, without a trailing slash. Only this worker's tests use it. */
export function siteUrl(): string {
  if (!url) throw new Error('The site of this worker runs only while a test does.')
  return url
}
