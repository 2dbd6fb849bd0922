import { sql } from 'drizzle-orm'
import { lastBackupAge } from '#app/platform/db/last-backup.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { wholeDuration } from '#app/shared/words.ts'
import { listRemains, type Remain } from './demo-remains.server.ts'
import { LATE_BACKUP, type SetUpItem } from './set-up.ts'
import { getSetUpProperties, type Properties, propertySteps, publishStep } from './set-up-properties.server.ts'

/**
 * The open steps on a live site before its first guest. Null in the demo, and once the list is done or hidden.
 * `remains` are remains of the demo.
 */
export async function getSetUp(services: Services, remains: Remain[]): Promise<SetUpItem[] | null> {
  if (services.config.demo) return null
  const said = await listStatedSteps(services)
  if (said.includes('all')) return null
  const items = await listSteps(services, { said, remains })
  return items.every(({ isDone }) => isDone) ? null : items
}

/** Every step, done or not, also once the list was put away. */
export async function listAllSteps(services: Services): Promise<SetUpItem[]> {
  return listSteps(services, { said: await listStatedSteps(services), remains: await listRemains(services) })
}

async function listStatedSteps({ db }: Services): Promise<string[]> {
  const [row] = await db.select({ done: site.setupDone }).from(site)
  return row?.done ?? ['all']
}

type Progress = { said: readonly string[]; remains: Remain[] }

/** In the order in which each step needs the least of the others. */
async function listSteps(services: Services, { said, remains }: Progress): Promise<SetUpItem[]> {
  const properties = await getSetUpProperties(services)
  const seen = await getSeen(services)
  return [
    siteStep(remains, properties),
    ...propertySteps(properties, said),
    ...paymentAndLegal(services, remains, seen),
    publishStep(properties),
    ...dayToDaySteps(services, said, seen),
  ]
}

/** The texts about the sample homes go with these: until then, they are no work of their own. */
function siteStep(remains: Remain[], { samples }: Properties): SetUpItem {
  const kinds = ['brand', 'email', 'social', ...(samples > 0 ? [] : ['texts'])]
  const ofSite = remains.filter(({ kind }) => kinds.includes(kind))
  const areOnlyTexts = ofSite.every(({ kind }) => kind === 'texts')
  return {
    step: 'site',
    title: 'The site',
    action: 'Change the site',
    path: areOnlyTexts ? '/admin/site' : '/admin/site#change-site',
    detail: ofSite.length > 0 ? `Still the demo’s: ${ofSite.map(({ what }) => what).join(', ')}` : 'Name and addresses',
    isDone: ofSite.length === 0,
  }
}

type Seen = {
  pays: boolean
  mailed: boolean
  feeds: boolean
  booked: boolean
  /** The age of the last backup, in seconds. */
  backupAge: number | null
  backupBytes: number | null
  backupFailed: boolean | null
  /** Why it failed, or what the last one lacks. */
  backupError: string | null
}

async function getSeen({ db, clock }: Services): Promise<Seen> {
  const { rows } = await db.execute<Seen>(sql`select
    exists (select from site where payment_text is not null) as pays,
    exists (select from email_logs where template = 'set-up-test' and status = 'sent') as mailed,
    exists (select from calendar_feeds) as feeds,
    exists (select from bookings) as booked,
    ${lastBackupAge(clock.now())} as "backupAge",
    (select bytes::float8 from backups) as "backupBytes",
    (select failed_at is not null from backups) as "backupFailed",
    (select error from backups) as "backupError"`)
  return (
    rows[0] ?? {
      pays: false,
      mailed: false,
      feeds: false,
      booked: false,
      backupAge: null,
      backupBytes: null,
      backupFailed: null,
      backupError: null,
    }
  )
}

function paymentAndLegal({ gateway }: Services, remains: Remain[], { pays }: Seen): SetUpItem[] {
  const drafts = remains.filter(({ kind }) => kind === 'legal').map(({ what }) => what)
  const [first] = drafts
  return [
    {
      step: 'payment',
      title: 'How guests pay',
      path: '/admin/site#change-payment',
      action: 'Say how',
      detail: gateway ? 'By card' : 'A text, a deposit, and the days',
      isDone: gateway !== null || pays,
    },
    {
      step: 'legal',
      title: 'Legal pages',
      action: 'Read them',
      detail: first ? `Still a draft: ${drafts.join(', ')}` : 'Privacy, terms, and accessibility',
      isDone: !first,
      path: first ? `/admin/legal#add-${first}` : '/admin/legal',
    },
  ]
}

function dayToDaySteps({ config }: Services, said: readonly string[], seen: Seen): SetUpItem[] {
  const { mailed, feeds, booked } = seen
  return [
    {
      step: 'mail',
      title: 'Email',
      path: config.smtpUrl ? '/admin/site#change-site' : null,
      action: 'Change the address',
      detail: config.smtpUrl
        ? 'Send a test to the address of the site'
        : 'None leaves this machine yet. Whoever runs the server sets SMTP_URL, and starts the site again.',
      isDone: Boolean(config.smtpUrl) && mailed,
    },
    {
      step: 'calendars',
      title: 'Calendars of other sites',
      path: '/admin/calendars',
      action: 'Add one',
      detail: 'So that Airbnb, Vrbo, and this site never sell the same night',
      isDone: feeds || said.includes('calendars'),
    },
    {
      step: 'backup',
      title: 'A backup',
      path: '/admin/set-up#backup',
      action: 'How',
      ...backupState(config, seen),
      ...(said.includes('backup') && { isDone: true }),
    },
    {
      step: 'booking',
      title: 'A booking of your own',
      path: '/search',
      action: 'Book',
      detail: 'Book a stay as a guest would, answer it, and cancel it',
      isDone: booked,
    },
  ]
}

function backupState({ backup }: Services['config'], { backupAge: age, backupBytes, backupFailed, backupError }: Seen) {
  const isDone = backup.daily && age !== null && age < LATE_BACKUP
  if (!backup.daily) {
    return { isDone, detail: 'Whoever runs the server sets BACKUP_TO. Then one is made every night. Restore one once.' }
  }
  if (backupError) return { isDone, detail: backupFailed ? `The last try failed. ${backupError}` : backupError }
  if (age === null) return { isDone, detail: 'The first one is made within an hour.' }
  const size = `${Math.ceil((backupBytes ?? 0) / 1_000_000)} MB`
  return { isDone, detail: `The last one is ${wholeDuration(age)} old and has ${size}. Restore one once.` }
}
