import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/repository.ts'

test('only the kernel of changes writes to History', () => {
  const code = listFiles().filter((file) => /^(?:app|server|content)\/.+\.tsx?$/.test(file) && !/\.test\./.test(file))
  const writers = code.filter((file) => /\.insert\(audit\)|insert into (?:public\.)?audit\b/i.test(readText(file)))
  expect(writers).toEqual(['app/platform/change/audit.server.ts'])
})
