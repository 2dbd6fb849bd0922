import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

const STATEMENT =
  /^```sql|\bpsql\b|\b(?:insert into \w|update \w+ set \w|delete from \w|select .+ from \w|alter table \w)/im

test('no page of the documents asks anybody to write SQL', () => {
  const documents = listFiles().filter((file) => /^(?:README|docs\/.*)\.md$/.test(file))
  expect(documents).toContain('docs/operating.md')
  expect(documents.filter((file) => STATEMENT.test(readText(file)))).toEqual([])
})
