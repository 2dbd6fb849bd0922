import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { providerOf } from '#app/shared/booking-providers.ts'
import { BookingFrame } from './booking-frame.tsx'

const stay = { checkIn: '2027-01-15', checkOut: '2027-01-19', adults: 6, children: 0, infants: 0, pets: 0 }

function below(name: 'built-in' | 'hospitable' | 'ownerrez' | 'smoobu' | 'beds24'): string {
  const embed = providerOf(name).booking({ site: 'site-1', propertyReference: 'home-1', theme: 'lake' })
  if (embed.kind !== 'frame') throw new Error(`${name} has no frame.`)
  const props = { stay, price: {}, heading: 'Book', contactPath: '/contact?property=a&checkin=2027-01-15' }
  const html = renderToStaticMarkup(
    <BookingFrame
      embed={embed}
      {...props}
      terms={null}
      total={null}
      nearest={0}
      onChoice={() => {}}
      onActionInView={() => {}}
    />,
  )
  return html.slice(html.indexOf('</iframe>'))
}

test('below a frame that sends no messages two links carry the stay, because the page cannot know whether it loaded', () => {
  const html = below('ownerrez')
  expect(html).toContain('Nothing here?')
  expect(html).toContain(
    'href="https://app.ownerrez.com/widgets/site-1?view=form&amp;propertyKey=home-1&amp;or_arrival=2027-01-15&amp;or_departure=2027-01-19" target="_blank"',
  )
  expect(html).toContain('href="/contact?property=a&amp;checkin=2027-01-15"')
  for (const name of ['smoobu', 'beds24'] as const) expect(below(name)).toContain('Nothing here?')
  for (const name of ['built-in', 'hospitable'] as const) expect(below(name)).not.toContain('Nothing here?')
})
