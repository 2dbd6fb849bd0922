import { sql } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { asTyped } from './passwords.server.ts'

/** The fewest different characters in a password, and the fewest characters beside names of the site. */
const LEAST_DIFFERENT = 5
const LEAST_OWN = 6
const SHORTEST_WORD = 3

/** Why this password would be guessed early; null when it is good. */
export async function findPasswordProblem(
  services: Pick<Services, 'db'>,
  { username, password }: { username: string; password: string },
): Promise<string | null> {
  const text = asTyped(password).trim().toLowerCase()
  if (isRepetition(text)) return 'This password repeats itself. Please choose another.'
  if (await isCommonPassword(text)) {
    return 'This is one of the most common passwords, which attackers try first. Please choose another.'
  }
  if (isMadeOf([username, ...(await listNames(services))], text)) {
    return 'This password is little more than your name or names on the site. Please choose another.'
  }
  return null
}

function isRepetition(text: string): boolean {
  if (new Set(text).size < LEAST_DIFFERENT) return true
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}

/** Whether it is one of the 49,000 passwords that occur most often in breaches. */
async function isCommonPassword(text: string): Promise<boolean> {
  // Several megabytes that a running site seldom needs.
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(text)
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text has words of these names, and little else. A symbol counts once, however often it is repeated. */
function isMadeOf(names: string[], text: string): boolean {
  const words = names.flatMap(wordsOf).filter((word) => word.length >= SHORTEST_WORD)
  words.sort((a, b) => b.length - a.length)
  const letters = wordsOf(text).join('')
  // A blank keeps the letters around a removed word from forming another.
  const left = words.reduce((rest, word) => rest.replaceAll(word, ' '), letters)
  const symbols = new Set(text.match(/[^\p{L}\p{N}\s]/gu))
  return left !== letters && left.replaceAll(' ', '').length + symbols.size < LEAST_OWN
}

/** The brand, and the names and places of all properties. */
async function listNames({ db }: Pick<Services, 'db'>): Promise<string[]> {
  const brands = await db.select({ brand: site.brand, places: sql<unknown>`${site.content} -> 'locations'` }).from(site)
  const { name, slug, location, city, region } = properties
  const rows = await db.select({ name, slug, location, city, region }).from(properties)
  return [
    ...brands.flatMap(({ brand, places }) => [brand, JSON.stringify(places ?? [])]),
    ...rows.flatMap((row) => Object.values(row)).filter((text) => text !== null),
  ]
}
