import type { Page } from '@playwright/test'

/** Fills and sends the sign-in form of the open page. */
export async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Name').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
