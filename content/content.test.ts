import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { giveawayContentSchema } from '#app/features/giveaway/giveaway.ts'
import { describeImage } from '#app/features/media/convert-image.server.ts'
import { sleepsOf } from '#app/features/properties/beds.ts'
import { type Facts, factsSchema } from '#app/features/properties/facts.ts'
import { presentationSchema } from '#app/features/properties/presentation.ts'
import { siteContentSchema } from '#app/features/site/site.ts'
import { listFiles } from '#test/repository/files.ts'
import { demoGiveaway } from './giveaway.ts'
import { imageAddresses, mediaFolder } from './load-images.ts'
import { prices } from './prices.ts'
import { demoProperties } from './properties/properties.ts'
import { propertyImage } from './properties/property.ts'
import { sampleFacts } from './sample-facts.ts'
import { sampleGuides } from './sample-guides.ts'
import { content, site } from './site.ts'

describe.each(demoProperties)(
  '$property.slug',
  ({ property, units, mosaic, rooms, presentation, sectionImages = [] }) => {
    const images = units.flatMap((unit) => unit.images)

    test('has beds for exactly its maximum number of guests', () => {
      expect(sleepsOf(rooms.flatMap((room) => room.beds))).toBe(property.maxGuests)
    })

    test('has as many rooms with their own beds as bedrooms', () => {
      const bedrooms = rooms.filter((room) => room.beds.some((bed) => bed.kind !== 'sofa-bed'))
      expect(bedrooms).toHaveLength(property.bedrooms)
    })

    test('shows every image in one group of its gallery, and has an image for every group', () => {
      const categories = presentationSchema.parse(presentation).gallery.groups.map((group) => group.category)
      expect(new Set(images.map((image) => image.category))).toEqual(new Set(categories))
    })

    test('starts with its exterior, on the page and in its first unit', () => {
      expect(mosaic[0]).toBe(`${property.slug}-exterior.jpg`)
      expect(images[0]?.file).toBe(mosaic[0])
      expect(images.map((image) => image.file)).toEqual(expect.arrayContaining(mosaic))
    })

    test('has three images between its sections, none of them among the three that a phone shows first', () => {
      expect(sectionImages).toHaveLength(3)
      expect(images.map((image) => image.file)).toEqual(expect.arrayContaining(sectionImages))
      expect(mosaic.slice(0, 3).filter((file) => sectionImages.includes(file))).toEqual([])
    })

    test('has the eight images that structured data needs, a bathroom among them', () => {
      expect(images.length).toBeGreaterThanOrEqual(8)
      expect(images.some((image) => image.file.includes('bathroom'))).toBe(true)
    })

    test('has search engine descriptions within the length limits', () => {
      const { metadata } = presentationSchema.parse(presentation)
      expect(metadata?.title).toBe(property.title)
      expect(metadata?.description.length).toBeLessThanOrEqual(180)
    })

    test('has sample facts in the demo, for its rooms and no others', () => {
      const { facts, rooms: sampled } = sampleFacts[property.slug] ?? { facts: {}, rooms: {} }
      expect(factsSchema.strict().parse(facts)).toEqual(facts)
      expect(rooms.map(({ name }) => name)).toEqual(Object.keys(sampled))
      for (const { name, beds } of rooms) if (beds.length > 0) expect(sampled[name]?.floor, name).toBeDefined()
    })

    test('has a guide that speaks of a garage, driveway, lot, elevator or charger only if its facts have one', () => {
      const facts: Facts = sampleFacts[property.slug]?.facts ?? {}
      const said = JSON.stringify(sampleGuides[property.slug])
      const { kind, charger = false } = facts.parking ?? {}
      for (const place of ['garage', 'driveway', 'lot'] as const)
        expect(new RegExp(`\\b${place}\\b`).test(said), place).toBe(kind === place)
      expect(/\belevator\b/.test(said)).toBe(facts.access?.elevator ?? false)
      expect(/\bcharger\b/.test(said)).toBe(charger)
    })

    test('has no garage and, with two floors, no elevator: its images show none', () => {
      const facts: Facts = sampleFacts[property.slug]?.facts ?? {}
      expect(facts.parking?.kind).not.toBe('garage')
      expect(facts.access?.elevator ?? false).toBe(images.some(({ alt }) => alt.includes('Four-story')))
    })

    test('has prices in the demo', () => {
      expect(prices[property.slug]).toBeDefined()
    })
  },
)

test('the mountain homes are at the foot of the mountain, and no text puts them above the town', () => {
  const texts = JSON.stringify([demoProperties, demoGiveaway(new Date('2027-02-03T18:00:00Z')), sampleGuides, site])
  expect(texts).toContain('at the foot of Mount Werner')
  expect(texts).not.toMatch(/\b(?:above|over|overlooking) (?:Steamboat|downtown|(?:the )?(?:town|village|valley))/i)
})

test('the giveaway states the value of its prize and its dates, and shows it in the season in which it can be won', () => {
  const { prize, content } = demoGiveaway(new Date('2027-02-03T18:00:00Z'))
  const { lead, image, cards } = giveawayContentSchema.parse(content)
  for (const said of [lead, prize]) expect(said).toContain('outside the winter season')
  expect(image?.path).toBe(propertyImage('mountain-summer-exterior.jpg'))
  expect(JSON.stringify([image, cards])).not.toMatch(/dusk|\bsnow(?!-streaked)|large-luxury-exterior/)
})

test('every image named by a record ships with the project, and no other does', () => {
  const named = new Set(imageAddresses().map((address) => path.basename(address)))
  expect(readdirSync(mediaFolder()).sort()).toEqual([...named].sort())
})

test('images.json has the type, size and placeholder of every image, as `npm test -- content/ -u` writes them', async () => {
  const describe = async (file: string) => {
    const bytes = readFileSync(path.join(mediaFolder(), file))
    return [file, { ...(await describeImage(bytes)), bytes: bytes.byteLength }]
  }
  const described = Object.fromEntries(await Promise.all(readdirSync(mediaFolder()).sort().map(describe)))
  await expect(`${JSON.stringify(described, null, 2)}\n`).toMatchFileSnapshot('./images.json')
})

test('the images are also found from built code, which is in a deeper folder', () => {
  expect(existsSync(mediaFolder(path.resolve('build/releases/1/server')))).toBe(true)
})

test('the operator’s texts have the shape that pages read', () => {
  expect(siteContentSchema.parse(content)).toMatchObject(content)
})

test('texts contain no exclamations and no superlatives', () => {
  const words = JSON.stringify([demoProperties, content]).replaceAll(/"(?:keywords|defaultKeywords)":"[^"]*"/g, '')
  expect(words).not.toMatch(/!|\b(?:best|finest|ultimate|unforgettable|stunning|breathtaking|perfect for everyone)\b/i)
})

test('pages and features contain no brand, places, addresses or promises of the operator', () => {
  const places = content.locations.map((location) => location.split(',')[0] ?? location)
  const names = demoProperties.flatMap(({ property }) => [property.name, property.slug, property.city ?? property.name])
  const facts = [site.brand, site.email, content.responseTime, ...places, ...names]
  const root = path.resolve(import.meta.dirname, '..')
  const code = listFiles().filter((file) => /^app\/.*\.(?:tsx?|css)$/.test(file) && !file.includes('.test.'))
  expect(code.length).toBeGreaterThan(50)
  const known = code.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return facts.filter((fact) => text.includes(fact)).map((fact) => `${file}: ${fact}`)
  })
  expect(known).toEqual([])
})
