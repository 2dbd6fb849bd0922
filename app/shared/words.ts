const plain = new Intl.NumberFormat('en-US')

/** A number with its noun: `1 night`, `4,000 miles`; `many` where the plural is not the noun with an s. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${plain.format(count)} ${count === 1 ? one : many}`
}
