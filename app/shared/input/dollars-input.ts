import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { centsFromTyped } from './typed-dollars.ts'

const AMOUNT = 'Please enter an amount, such as 250 or 250.50'

/** Dollars as people type them (`1,200`, `$1,200.50`), as cents. */
export const dollarsInput = () =>
  boundedText(100, AMOUNT).transform((text, context) => {
    const cents = centsFromTyped(text)
    if (cents !== null) return cents
    context.addIssue({ code: 'custom', message: AMOUNT })
    return z.NEVER
  })
