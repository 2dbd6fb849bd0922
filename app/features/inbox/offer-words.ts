/** What an offer says about its price. */
export const priceWhileOpen = (until: string) => `This price is yours until ${until}, while the nights are open.`

const WHILE_OPEN = /This price is yours until [^\n]+, while the nights are open\./

/** The text of an offer whose nights are on hold. Where its sentence about the price was changed, that comes last. */
export function withHold(text: string, until: string): string {
  const onHold = `We’re holding these nights for you at this price until ${until}.`
  return WHILE_OPEN.test(text) ? text.replace(WHILE_OPEN, onHold) : `${text}\n\n${onHold}`
}
