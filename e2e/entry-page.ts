import type { Page } from '@playwright/test'
import { siteUrl } from './site-url.ts'

export const GUEST = { name: 'Ada Guest', phone: '(970) 555-0123', state: 'CO', zip: '80487' }
let made = 0
/** The tests share one giveaway, so each uses its own addresses. */
export const newAddress = () => {
  made += 1
  return `guest-${process.pid}-${made}@example.com`
}

export const enterButton = (page: Page) => page.getByRole('button', { name: 'Enter the giveaway' })
export const toast = (page: Page) => page.locator('.toasts')

export async function write(page: Page, email: string) {
  await page.getByLabel('Full name').fill(GUEST.name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone').fill(GUEST.phone)
  await page.getByLabel('State').selectOption(GUEST.state)
  await page.getByLabel('Zip code').fill(GUEST.zip)
}

export async function call(path: string, body?: unknown) {
  const answer = await fetch(`${siteUrl()}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  })
  return answer.json()
}

/** Records opened windows and copied text instead of leaving the page. */
export async function watchTargets(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    window.open = (url) => {
      opened.push(String(url))
      return null
    }
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void opened.push(`copied ${text}`) },
      configurable: true,
    })
    document.addEventListener('click', () => {}, true)
  })
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
}
