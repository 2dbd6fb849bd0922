import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The most words of a sentence in documents and comments. */
const MAX_WORDS = 20

const DOCUMENTS = globSync(['*.md', '{docs,bench}/**/*.md'])
const SOURCES = globSync(['*.ts', '{app,server,content,test,e2e,bench,vite}/**/*.{ts,tsx,mjs,css}'])

/** Paragraphs, list items and table cells of a document. A link counts as its text. */
function textsOf(document: string): string[] {
  const prose = document
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^#.*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\|))/)
    .flatMap((text) => (/^\s*\|/.test(text) ? text.split('|') : [text]))
}

/** The paragraphs of the comments that begin a line. */
function commentsOf(source: string): string[] {
  const blocks = source.match(/^[ \t]*\/\*\*?(?!\/)[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? []
  return blocks.flatMap((block) =>
    block
      .replace(/\*\/$/, '')
      .replace(/^[ \t]*(?:\/\*\*?|\*|\/\/)[ \t]?/gm, '')
      .split(/\n\s*\n|\n(?=\s*(?:- |@|\d+\. |biome-ignore))/),
  )
}

/** The sentences that are too long. Code counts as one word. */
function longSentences(texts: string[]): string[] {
  const sentences = texts.flatMap((text) =>
    text
      .replace(/`[^`]+`/g, 'code')
      .replace(/<[^>]+>/g, '')
      .split(/(?<=[.!?][*_"”)\]]*)\s+/),
  )
  const countWords = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
  return sentences
    .filter((sentence) => countWords(sentence) > MAX_WORDS && !sentence.startsWith('biome-ignore'))
    .map((sentence) => `${countWords(sentence)} words: ${sentence.replace(/\s+/g, ' ').trim()}`)
}

test('a sentence is counted to its end, across lines, without its code and links', () => {
  const words = Array.from({ length: 10 }, () => 'word').join(' ')
  expect(
    longSentences(textsOf(`${words}\n${words}. ${words}\n\n- ${words} \`a b c\` [one](https://two three).`)),
  ).toEqual([])
  expect(longSentences(textsOf(`${words}\n${words} more.`))).toHaveLength(1)
  expect(
    longSentences(commentsOf(`/**\n * ${words}\n * ${words} more.\n */\n// ${words}\n// ${words}.\n`)),
  ).toHaveLength(1)
})

test.each([
  ['documents', DOCUMENTS, textsOf],
  ['comments', SOURCES, commentsOf],
] as const)('no sentence of the %s has more than 20 words', (_, files, texts) => {
  const long = files.flatMap((file) =>
    longSentences(texts(readFileSync(file, 'utf8'))).map((sentence) => `${file}: ${sentence}`),
  )
  expect(long).toEqual([])
})
