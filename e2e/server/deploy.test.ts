import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { buildIfNeeded } from '#server/build.ts'
import {
  bookButton,
  bookingFrame,
  pickStay,
  referenceOf,
  searchOf,
  untilHydrated,
  writeGuest,
} from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, freePort, type Site, startSite } from '../site.ts'
import { freeStay, nightsOf, propertyOf } from '../stays.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES =
  /^(?:app|server|content|public|db|bench|vite|package(?:-lock)?\.json|tsconfig\.json|[\w.-]+\.config\.ts)$/
const PROPERTY = 'luxury-amenities'

let folder = ''
let project = ''
let dataDir = ''
let site: Site
let settings: Record<string, string>

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pc-deploy-'))
  project = join(folder, 'project')
  const release = await buildIfNeeded()
  const isSource = (file: string) => file === ROOT || SOURCES.test(relative(ROOT, file).split(sep)[0] ?? '')
  await cp(ROOT, project, { recursive: true, filter: isSource })
  await cp(release, join(project, relative(ROOT, release)), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  dataDir = await demoDataDir()
  settings = { PORT: String(await freePort()), DATA_DIR: dataDir }
  site = await startSite(settings, project)
})
test.afterEach(async () => {
  await site?.stop()
  for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true })
})

async function change(file: string, from: string, to: string) {
  const path = join(project, file)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
}

/** Builds a release in which the root's and the property page's scripts have new names. A page has a new id. */
async function buildChanged() {
  await change('app/features/properties/page/property-facts.tsx', "'square feet'", "'sq ft'")
  await change('app/shell/error-page.tsx', 'Something went wrong on our end', 'Something went wrong')
  await change('app/root.tsx', '<html lang="en"', '<html lang="en" data-release="2"')
  await change('app/routes.ts', 'pages/contact.tsx', 'pages/message.tsx')
  await rename(join(project, 'app/pages/contact.tsx'), join(project, 'app/pages/message.tsx'))
  await change('app/pages/message.tsx', './+types/contact.ts', './+types/message.ts')
  await promisify(execFile)(process.execPath, ['server/build.ts', '--write-sizes'], { cwd: project })
}

const releaseOf = (page: Page) => page.locator('html').getAttribute('data-release')
const press = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click()

// It rebuilds the site.
test('a visitor can keep using a page opened before a deployment, and book', { tag: '@slow' }, async ({ visit }) => {
  test.setTimeout(300_000)
  const page = await visit(site.url)
  await untilHydrated(page)
  const built = buildChanged()
  const scripts: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (answer.ok() && /^\/assets\/.*\.js$/.test(pathname)) scripts.push(pathname)
  })
  await built
  const releases = await readdir(join(project, 'build/releases'))
  expect(releases).toHaveLength(2)

  const late = await visit(site.url)
  await searchOf(late)
  await expect.poll(() => releaseOf(late), { message: 'the site serves what it started with' }).toBeNull()
  await press(late, 'Contact')
  await late.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()

  await site.stop()
  site = await startSite(settings, project)
  const fresh = await visit(site.url)
  await expect.poll(() => releaseOf(fresh)).toBe('2')
  await untilHydrated(fresh)

  scripts.length = 0
  const property = propertyOf(PROPERTY)
  await page.locator(`a[href^="${property.path}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: property.title }).waitFor()
  await expect.poll(() => releaseOf(page), { message: 'it is still the old page' }).toBeNull()
  const gone = scripts.filter((path) => {
    const having = releases.filter((name) => existsSync(join(project, 'build/releases', name, 'client', path)))
    return having.length === 1
  })
  expect(gone.length).toBeGreaterThan(0)

  const stay = await freeStay(PROPERTY, 4, { site: site.url })
  const frame = await bookingFrame(page)
  await pickStay(frame, stay)
  await writeGuest(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  const booked = (await nightsOf(PROPERTY, site.url)).filter(
    ({ date, state }) => state === 'taken' && date >= stay.checkIn && date < stay.checkOut,
  )
  expect(booked).toHaveLength(4)

  // A page whose id has changed is loaded from the server.
  await press(page, 'Contact')
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
  await expect.poll(() => releaseOf(page)).toBe('2')
  await untilHydrated(page)
})
