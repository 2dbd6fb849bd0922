import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/repository/files.ts'

const CODE = listFiles().filter((file) => /^(?:app|server|content)\/.+\.tsx?$/.test(file) && !/\.test\./.test(file))
const filesWith = (pattern: RegExp) => CODE.filter((file) => pattern.test(readText(file)))

test('only the kernel of changes writes to History, and the samples of the demo', () => {
  expect(filesWith(/\.insert\(audit\)|insert into (?:public\.)?audit\b/i)).toEqual([
    'app/platform/change/audit.server.ts',
    'content/demo-year/stay-history.ts',
  ])
  expect(filesWith(/\brecordAudit\b/).filter((file) => !file.startsWith('app/platform/change/'))).toEqual([])
})

test('History loses no row; only the erasure of a person takes names out of it', () => {
  expect(filesWith(/\.delete\(audit\)|(?:delete from|truncate) (?:public\.)?audit\b/i)).toEqual([])
  const writers = filesWith(/\.update\(audit\)|update (?:public\.)?audit\b/i)
  expect(writers.filter((file) => !file.startsWith('app/features/privacy/'))).toEqual([])
})
