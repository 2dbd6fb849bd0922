import type { FormDraft } from './form-draft.ts'

type Pairs = FormDraft['pairs']

/** An item of a list counts as one, whatever has changed in it, and so does a group. */
function byField(pairs: Pairs): Map<string, string> {
  const fields = new Map<string, string>()
  for (const pair of pairs) {
    const field = /^[^[.]+(?:\[\d+\])?/.exec(pair[0])?.[0] ?? pair[0]
    fields.set(field, (fields.get(field) ?? '') + JSON.stringify(pair))
  }
  return fields
}

/** How many fields of a form differ from their stored values. */
export function countChanges(stored: Pairs, typed: Pairs): number {
  const [before, after] = [byField(stored), byField(typed)]
  const fields = new Set([...before.keys(), ...after.keys()])
  return [...fields].filter((field) => before.get(field) !== after.get(field)).length
}
