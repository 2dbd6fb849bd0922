import { sampleGuides } from '#content/sample-guides.ts'
import { expect, test } from '../page.ts'
import { bookByCall, freeStay, pathOf, quoteOf } from '../stays.ts'

test('of an arrival guide nothing is in any page, its data or a call but those of a confirmed guest', async () => {
  const guide = sampleGuides['spacious-condo']
  const secrets = [guide?.doorCode, guide?.wifiName, guide?.wifiPassword, guide?.nightPhone, guide?.parking]
  const stay = await freeStay('spacious-condo')
  const quote = await quoteOf('spacious-condo', stay)
  const { stayUrl } = (await (await bookByCall('spacious-condo', stay)).json()) as { stayUrl: string }
  const property = new URL(pathOf('spacious-condo', stay), stayUrl)
  const search = new URL(`/search${property.search}`, stayUrl)
  const withdrawn = async () => {
    const cancel = new URL(`/api${new URL(stayUrl).pathname.replace('/stay/', '/stays/')}/cancel`, stayUrl)
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(cancel, { method: 'POST', headers, body: '{"refund":0}' })).status).toBe(200)
  }
  const readAll = async () => {
    const pages = [property, search, new URL(quote), new URL(stayUrl)]
    const data = pages.map(({ origin, pathname, search: query }) => new URL(`${origin}${pathname}.data${query}`))
    for (const address of [...pages, ...data, new URL('/api/properties', stayUrl)]) {
      const answer = await fetch(address)
      expect(answer.status, address.href).toBe(200)
      const text = await answer.text()
      for (const secret of secrets) expect(text, address.href).not.toContain(secret)
    }
  }
  await readAll()
  await withdrawn()
  await readAll()
})
