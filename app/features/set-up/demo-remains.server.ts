import { sql } from 'drizzle-orm'
import { sampleTexts } from '#app/features/site/manage/plain-texts.server.ts'
import { hasSampleTexts } from '#app/features/site/manage/plain-texts.ts'
import { findSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import type { Task } from '#app/shared/task.ts'
import { countOf, listOf } from '#app/shared/words.ts'

export type Remain = { kind: 'brand' | 'email' | 'social' | 'texts' | 'legal' | 'property'; what: string }
type Named = Omit<Task, 'until'>

type ReadServices = Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'demoMarks'>

/** The remains of the demo on a live site, each with the page that fixes it; nothing in demo mode. */
export async function listDemoRemains(services: ReadServices): Promise<Named[]> {
  return allRemainTasks(services, await listRemains(services))
}

/** The same from data that was loaded already, and whether email can be sent. */
export const allRemainTasks = ({ config }: Pick<Services, 'config'>, remains: Remain[]): Named[] => [
  ...remainTasks(remains),
  ...(config.demo || config.smtpUrl ? [] : [NO_MAIL]),
]

export function remainTasks(remains: Remain[]): Named[] {
  const properties = remains.filter(({ kind }) => kind === 'property').map(({ what }) => what)
  return [
    ...remains.flatMap(({ kind, what }) => (kind === 'property' ? [] : NAMED[kind](what))),
    ...(properties.length > 0 ? [propertiesOf(properties)] : []),
  ]
}

/** Addresses under `.example` can belong to nobody. Nothing in demo mode. */
export async function listRemains(services: ReadServices): Promise<Remain[]> {
  const { config, db, clock, demoMarks } = services
  if (config.demo) return []
  const { brand, properties, images, legalDraft } = demoMarks
  const { rows } = await db.execute<Remain>(sql`
    select 'brand' as kind, brand as what from site where brand = ${brand}
    union all select 'email', email from site where email like '%.example'
    union all select 'social', social_url from site where social_url ~ '^https?://[^/]*[.]example(/|$)'
    union all select 'legal', kind from (
      select distinct on (kind) kind, body from legal_documents
        where effective_on <= ${dateInZone(clock.now(), 'UTC')}::date order by kind, effective_on desc, version desc
    ) in_force where strpos(body, ${legalDraft}) > 0
    union all select 'property', name from properties where published and (
      name in (select jsonb_array_elements_text(${JSON.stringify(properties)}::jsonb))
      or exists (select from property_units unit join unit_images image on image.unit_id = unit.id
        where unit.property_id = properties.id and starts_with(image.gcs_path, ${images})))
    order by 1, 2`)
  // A site that shows a sample home needs the texts about it.
  if (rows.some(({ kind }) => kind === 'property')) return rows
  const site = await findSite(services)
  const isLeft = site && hasSampleTexts(site.content, sampleTexts(demoMarks))
  return isLeft ? [...rows, { kind: 'texts', what: 'texts about the sample homes' }] : rows
}

const SITE = { path: '/admin/site#change-site', action: 'Change it' }

const NAMED: Record<Exclude<Remain['kind'], 'property'>, (what: string) => Named> = {
  brand: (what) => ({ ...SITE, title: `${what} is still the demo’s name`, detail: 'Every page and email shows it.' }),
  email: (what) => {
    const detail = 'Guests read it, and nobody gets what they send there.'
    return { ...SITE, title: `${what} is still the demo’s address`, detail }
  },
  social: (what) => ({ ...SITE, title: 'The social link is still the demo’s', detail: `It leads to ${what}.` }),
  texts: () => {
    const detail = 'Its pages name homes that guests don’t find here.'
    return {
      title: 'The site still has texts about the sample homes',
      detail,
      path: '/admin/site',
      action: 'Change them',
    }
  },
  legal: (kind) => {
    const detail = 'Have your own text checked, then add it as a new version.'
    return {
      title: `The ${kind} page is still a draft`,
      detail,
      path: `/admin/legal#add-${kind}`,
      action: 'Add a version',
    }
  },
}

function propertiesOf(names: string[]): Named {
  const detail = `${listOf(names)}. Guests can see ${names.length === 1 ? 'it' : 'them'}.`
  return {
    title: `${countOf(names.length, 'home')} of the demo ${names.length === 1 ? 'is' : 'are'} still listed`,
    detail,
    path: '/admin/homes',
    action: 'Review',
  }
}

const NO_MAIL: Named = {
  title: 'No email leaves this machine',
  detail: 'Set SMTP_URL to your mail server, and start the site again.',
  path: null,
  action: '',
}
