import { createRequestHandler, RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { ALL_PAGES } from '#app/features/back-office/places.ts'
import { SEARCH_PAGES } from '#app/features/back-office/search.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { nonceContext, requestIdContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, makePricedProperty, makeSite, testServices } from '#test/factories.ts'
import { renderedBuild } from '#test/rendered-build.tsx'

const respond = createRequestHandler(await renderedBuild(), 'production')

describeWithDatabase('what the search leads to', (database) => {
  beforeEach(async () => {
    await makeSite(database().db)
    await makePricedProperty(database().db)
  })

  function open(path: string) {
    const context = new RouterContextProvider()
    context.set(servicesContext, testServices(database()))
    context.set(requestIdContext, 'test')
    context.set(nonceContext, undefined)
    context.set(operatorAccessContext, accessFor(true))
    return respond(new Request(new URL(path, 'http://site.example')), context)
  }

  test('is a page, with the place that the address names', async () => {
    const actions = SEARCH_PAGES.filter(
      (page) => !ALL_PAGES.some(({ to, label }) => page.to === to && page.label === label),
    )
    expect(actions.filter(({ to }) => to.includes('#'))).toHaveLength(2)
    for (const { to } of actions) {
      const [path = '', place] = to.split('#')
      const answer = await open(path)
      expect([to, answer.status]).toEqual([to, 200])
      if (place) expect(await answer.text(), to).toContain(`id="${place}"`)
    }
  })
})
