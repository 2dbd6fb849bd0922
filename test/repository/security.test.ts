import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'
import { linksOf } from './references.ts'

/** How many requirements each chapter of ASVS 5.0.0 has at levels 1 and 2. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const STATES = ['met', 'not met', 'n/a']

/** The requirements of a page, one for each number. That their proofs exist is tested like any link. */
function requirementsOf(page: string) {
  const rows = readText(page).matchAll(/^\| (\d[\d., ]*) \| .+? \| (.+?) \| (.+) \|$/gm)
  return [...rows].flatMap(([, numbers = '', state = '', proof = '']) =>
    numbers.split(', ').map((number) => ({ number, state, hasProof: linksOf(page, proof).length > 0 })),
  )
}

const requirements = listFiles()
  .filter((file) => file.startsWith('docs/security/'))
  .flatMap(requirementsOf)
const ofChapter = (index: number) => requirements.filter(({ number }) => number.startsWith(`${index + 1}.`))

test('every requirement stands once, with its state', () => {
  expect(CHAPTERS.map((_, index) => ofChapter(index).length)).toEqual(CHAPTERS)
  expect(new Set(requirements.map(({ number }) => number)).size).toBe(requirements.length)
  expect(requirements.filter(({ state }) => !STATES.includes(state))).toEqual([])
})

test('what is met names the file that shows it', () => {
  expect(requirements.filter(({ state, hasProof }) => state === 'met' && !hasProof)).toEqual([])
})

/** Each takes HTML that this server made of escaped texts. */
const TAKES_HTML = [
  'app/features/embeds/script/stay.tsx',
  'app/pages/home.tsx',
  'app/pages/journal-post.tsx',
  'app/platform/mail/mail-html.tsx',
]

test('no other component takes HTML than those that docs/security/input.md counts', () => {
  const components = listFiles().filter((file) => /^(?:app|server)\/.*(?<![.]test)[.]tsx?$/.test(file))
  expect(components.filter((file) => /dangerouslySetInnerHTML|\.innerHTML\b/.test(readText(file)))).toEqual(TAKES_HTML)
})

test('docs/security.md counts them as they stand', () => {
  const count = (of: typeof requirements) => STATES.map((wanted) => of.filter(({ state }) => state === wanted).length)
  const counted = readText('docs/security.md').matchAll(/^\| .+ \| (\d+) \| (\d+) \| (\d+) \|$/gm)
  expect([...counted].map(([, ...numbers]) => numbers.map(Number))).toEqual([
    ...CHAPTERS.map((_, index) => count(ofChapter(index))),
    count(requirements),
  ])
})
