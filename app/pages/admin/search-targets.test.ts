import { beforeEach, expect, test } from 'vitest'
import { ALL_PAGES } from '#app/features/back-office/places.ts'
import { SEARCH_PAGES } from '#app/features/back-office/search.server.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { createPages } from '#server/page-cache/pages.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, testServices } from '#test/factories.ts'
import { renderedBuild } from '#test/rendered-build.tsx'

const build = await renderedBuild()

describeWithDatabase('what the search leads to', (database) => {
  beforeEach(async () => {
    await makeSite(database().db)
    await makePricedProperty(database().db)
  })

  test('is a page, with the place that the address names', async () => {
    const services = testServices(database())
    const { routes } = createPages(services, build, createLoadShedding(services))
    const actions = SEARCH_PAGES.filter(
      (page) => !ALL_PAGES.some(({ to, label }) => page.to === to && page.label === label),
    )
    expect(actions.filter(({ to }) => to.includes('#'))).toHaveLength(2)
    for (const { to } of actions) {
      const [path = '', place] = to.split('#')
      const answer = await routes.request(path)
      expect([to, answer.status]).toEqual([to, 200])
      if (place) expect(await answer.text(), to).toContain(`id="${place}"`)
    }
  })
})
