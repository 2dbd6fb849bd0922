/** The months by their names, January first. The first three letters are their short names. */
export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** The month of a date: `March 2027`. */
export const monthWords = (date: string): string => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

export const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3))
