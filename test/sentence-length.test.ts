import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The most words that a sentence of a document may have. */
const MAX_WORDS = 20

const DOCUMENTS = globSync(['*.md', 'bench/*.md', 'docs/**/*.md'])

/** Paragraphs, list items and table cells of a document. A link counts as its text, and code as one word. */
function textsOf(document: string): string[] {
  const prose = document
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]+`/g, 'code')
    .replace(/<[^>]+>/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^#.*$/gm, '')
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\|))/)
    .flatMap((text) => (/^\s*\|/.test(text) ? text.split('|') : [text]))
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?][*_"”)\]]*)\s+/)
const countWords = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

test.each(DOCUMENTS)('no sentence of %s has more than 20 words', (file) => {
  const sentences = textsOf(readFileSync(file, 'utf8')).flatMap(sentencesOf)
  const long = sentences.filter((sentence) => countWords(sentence) > MAX_WORDS)
  expect(long.map((sentence) => `${countWords(sentence)} words: ${sentence.trim()}`)).toEqual([])
})
