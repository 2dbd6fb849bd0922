import { errors, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { IsoDate } from '#app/shared/dates.ts'
import { expect } from './page.ts'

export const GUEST = { name: 'Ada Winters', email: 'ada@example.com', phone: '+1 970 555 0100' }
type Guest = typeof GUEST

/** A container of a calendar: a page, a frame, or an element with a shadow root. */
type Scope = Page | Frame | FrameLocator | Locator

/** Waits until the page is interactive. */
export async function untilHydrated(page: Page | Frame): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/**
 * The search element of a page after hydration: until then a plain form replaces it. On a phone its form may be folded.
 */
export async function searchOf(page: Page, element = 'stay-search'): Promise<Locator> {
  const search = page.locator(element)
  await search.locator('button.stay-field').first().waitFor({ state: 'attached' })
  return search
}

/** The booking frame of a property page, scrolled into view and hydrated. */
export async function bookingFrame(page: Page): Promise<Frame> {
  const element = page.locator('#book iframe')
  await element.scrollIntoViewIfNeeded()
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('The property has no booking frame.')
  await untilHydrated(frame)
  return frame
}

/** Opens the booking card's calendar, unless it is open. From the one line beside the form if there are no fields. */
async function openCalendar(scope: Scope) {
  const opener = scope.locator(':is(.booking-line button, .booking-choice):visible').first()
  const day = scope.locator('[data-date]:visible').first()
  while (!(await day.isVisible())) {
    // After a refusal the form closes, and its line with it.
    await opener.click({ timeout: 1_000 }).catch((error) => {
      if (!(error instanceof errors.TimeoutError)) throw error
    })
  }
}

/** Opens the counts of the booking card, and adds an adult. From the line beside the form if there are no fields. */
export async function addAdult(frame: Frame) {
  const line = frame.locator('.booking-line button')
  if (await line.isVisible()) await line.click()
  await frame.getByRole('button', { name: /^Guests/ }).click()
  await frame.getByRole('button', { name: 'Add an adult' }).click()
  await frame.getByRole('button', { name: 'Done' }).click()
}

/** The day in the calendar, after opening it and going to its month. Wide windows show two months side by side. */
export async function dayOf(scope: Scope, date: IsoDate): Promise<Locator> {
  await openCalendar(scope)
  const day = scope.locator(`[data-date="${date}"]:visible`)
  while (!(await day.isVisible())) {
    const shown = await scope.locator('[data-date]:visible').first().getAttribute('data-date')
    await scope.getByRole('button', { name: (shown ?? '') < date ? 'Next month' : 'Previous month' }).click()
  }
  return day
}

export async function pickStay(scope: Scope, { checkIn, checkOut }: { checkIn: IsoDate; checkOut: IsoDate }) {
  await (await dayOf(scope, checkIn)).click()
  await (await dayOf(scope, checkOut)).click()
}

/** Beside a property's text, the fields follow a press on the button. */
export async function openForm(frame: Frame) {
  const name = frame.getByLabel('Name')
  if (!(await name.isVisible())) await bookButton(frame).click()
  await name.waitFor()
}

export async function writeGuest(frame: Frame, { name, email, phone }: Guest = GUEST) {
  await openForm(frame)
  await frame.getByLabel('Name').fill(name)
  await frame.getByLabel('Email', { exact: true }).fill(email)
  await frame.getByLabel('Phone').fill(phone)
}

/** The values of the guest's contact fields. */
export async function writtenGuest(frame: Frame): Promise<Guest> {
  const value = (label: string) => frame.getByLabel(label).inputValue()
  return { name: await value('Name'), email: await value('Email'), phone: await value('Phone') }
}

/** The total shown in the frame. */
export function frameTotal(frame: Frame): Locator {
  return frame.locator('.booking-total')
}

export function bookButton(frame: Frame): Locator {
  return frame.getByRole('button', { name: /^(?:Request to book|Book and pay)/ })
}

/** The reference of the booking just made. */
export async function referenceOf(frame: Frame): Promise<string> {
  await frame.getByText('Reference number', { exact: true }).waitFor()
  const reference = (await frame.locator('.booking-total').textContent()) ?? ''
  expect(reference).toMatch(/^[2-9B-Z]{3}-[2-9B-Z]{3}$/)
  return reference
}
