import { boundedText } from './bounded-text.ts'

const AMOUNT = 'Please enter an amount, such as 250 or 250.50'

/** Dollars as people type them (`1,200`, `$1,200.50`), as cents. */
export const dollarsInput = () =>
  boundedText(20, AMOUNT)
    .trim()
    .regex(/^\$?\d{1,3}(,?\d{3})*(\.\d{1,2})?$/, AMOUNT)
    .transform((text) => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100))
