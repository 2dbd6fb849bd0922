import { setImmediate } from 'node:timers/promises'

/** The number of rows per slice. */
const ROWS_AT_ONCE = 500

/** Rows one by one. Between two slices other work gets its turn. */
export async function* inSlices<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  let at = 0
  for (const row of rows) {
    at += 1
    if (at % ROWS_AT_ONCE === 0) await setImmediate()
    yield row
  }
}
