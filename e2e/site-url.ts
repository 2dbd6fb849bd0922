let url = ''

export function setSiteUrl(of: string) {
  url = of
}

/** The built site that the journeys of this worker visit, without a slash at the end: nobody else books or writes there. */
export function siteUrl(): string {
  if (!url) throw new Error('The site of this worker runs only while a test does.')
  return url
}
