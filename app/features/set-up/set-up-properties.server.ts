import { asc, ne } from 'drizzle-orm'
import { samplesOf } from '#app/features/properties/manage/list/drafts.changes.server.ts'
import { listMissing } from '#app/features/properties/manage/list/publish-check.server.ts'
import { type Missing, propertyPath, publishPath } from '#app/features/properties/manage/list/publish-check.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf } from '#app/shared/words.ts'
import type { SetUpItem } from './set-up.ts'

/** The maximum number of homes whose missing content the list names. */
const MOST_PROPERTIES = 20

type Property = { slug: string; published: boolean; musts: Missing[] }
/** The homes that are to be set up, and how many drafts came with the product. */
export type Properties = { properties: Property[]; samples: number; own: number }

/** Once there is a home of the operator, the samples are not an open step. */
export async function getSetUpProperties(services: Services): Promise<Properties> {
  const { db, demoMarks } = services
  const rows = await db
    .select()
    .from(properties)
    .where(ne(properties.status, 'retired'))
    .orderBy(asc(properties.displayOrder))
  const samples = samplesOf(
    rows.filter(({ status }) => status === 'draft'),
    demoMarks,
  )
  const own = rows.filter((property) => !samples.includes(property))
  const checked: Property[] = []
  for (const property of (own.length > 0 ? own : rows).slice(0, MOST_PROPERTIES)) {
    const { slug, published } = property
    const missing = published ? [] : await listMissing(services, db, property)
    checked.push({ slug, published, musts: missing.filter(({ level }) => level === 'must') })
  }
  return { properties: checked, samples: samples.length, own: own.length }
}

type Form = Missing['form']

const ADD_PROPERTY = '/admin/homes#add-home'
/** The forms of the required content of a home's page. */
const PAGE_FORMS: Form[] = ['place', 'rooms', 'reviews']

/** The steps of the homes. A step is done once no draft lacks it; the steps of published homes were done before. */
export function propertySteps({ properties, samples, own }: Properties, said: readonly string[]): SetUpItem[] {
  const step = (name: 'page' | 'images' | 'prices' | 'taxes', title: string, forms: Form[]): SetUpItem => {
    const left = properties.flatMap(({ slug, musts }) => {
      const form = forms.find((one) => musts.some((must) => must.form === one))
      return form ? [{ slug, form }] : []
    })
    const [first] = left
    return {
      step: name,
      title,
      action: 'Fill it in',
      detail: left.length > 0 ? `Missing for ${countOf(left.length, 'home')}` : 'For each home',
      isDone: properties.length > 0 && left.length === 0,
      path: first ? propertyPath(first.slug, first.form) : ADD_PROPERTY,
    }
  }
  const published = properties.some((property) => property.published)
  const [first] = properties
  return [
    propertiesStep({ samples, own }),
    step('page', 'Address, rooms, and beds', PAGE_FORMS),
    step('images', 'Photos', ['images']),
    step('prices', 'Prices', ['nightly']),
    // Nobody is asked about taxes on no price.
    step('taxes', 'Taxes', ['taxes', 'nightly']),
    {
      step: 'policy',
      title: 'Cancellation policy',
      action: 'Look at it',
      detail: 'You are asked about it when you publish a home',
      isDone: published || said.includes('policy'),
      path: first ? propertyPath(first.slug, 'cancellation') : ADD_PROPERTY,
    },
  ]
}

function propertiesStep({ samples, own }: Pick<Properties, 'samples' | 'own'>): SetUpItem {
  const step = { step: 'properties', title: 'The homes', isDone: own > 0 } as const
  if (own > 0) return { ...step, detail: countOf(own, 'home'), path: '/admin/homes', action: 'Open the homes' }
  if (samples === 0) {
    return { ...step, detail: 'There are none yet', path: ADD_PROPERTY, action: 'Add a home' }
  }
  const detail = `${countOf(samples, 'draft')} came with the site. Remove them if they aren’t yours, and add your own.`
  return { ...step, detail, path: '/admin/homes#samples', action: 'Open the homes' }
}

export function publishStep({ properties }: Properties): SetUpItem {
  const published = properties.filter((property) => property.published).length
  const draft = properties.find((property) => !property.published)
  return {
    step: 'publish',
    title: 'Publish',
    action: 'Publish',
    isDone: published > 0,
    detail: published > 0 ? `${countOf(published, 'home')} published` : 'Until then guests read “Opening soon”',
    path: draft ? publishPath(draft.slug) : ADD_PROPERTY,
  }
}
