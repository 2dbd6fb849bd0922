/** The months by their names, January first. The first three letters are their short names. */
export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

export const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3))
