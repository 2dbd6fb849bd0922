import { expect, test } from 'vitest'

/** The result of `getTimezoneOffset` in January and in July. */
const OFFSETS: Record<string, number[]> = {
  'dates in Pacific/Auckland': [-780, -720],
  'dates in America/Los_Angeles': [480, 420],
}

test('a project with a time zone runs its tests in it', ({ task }) => {
  const project = task.file.projectName ?? ''
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(project.replace('dates in ', ''))
  const days = [new Date(2027, 0, 10), new Date(2027, 6, 10)]
  expect(days.map((day) => day.getTimezoneOffset())).toEqual(OFFSETS[project])
})
