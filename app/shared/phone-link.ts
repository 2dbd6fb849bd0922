/** The link that calls a telephone number or writes a text message to it. The number is as people write it. */
export function phoneLink(scheme: 'tel' | 'sms', number: string): string {
  return `${scheme}:${number.replace(/[^+\d]/g, '')}`
}
