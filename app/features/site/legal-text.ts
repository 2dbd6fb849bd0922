import type { LegalBody } from './site.ts'

type Section = LegalBody['sections'][number]

const blocksOf = (text: string) => text.split(/\n\s*\n/).flatMap((block) => block.trim() || [])
const linesOf = (block: string) => block.split('\n').map((line) => line.trim())

/**
 * A legal text as an operator types it: first what stands below the title, then sections. `## ` begins a heading, `- `
 * an item of a list, `+ ` a term with its meaning after a colon. An empty line begins a paragraph.
 */
export function textOfBody({ lead, sections }: LegalBody): string {
  return [lead, ...sections.map(textOfSection)].join('\n\n')
}

function textOfSection({ heading, paragraphs, items, facts }: Section): string {
  const lists = [items.map((item) => `- ${item}`), facts.map(({ name, text }) => `+ ${name}: ${text}`)]
  const blocks = [...paragraphs, ...lists.filter((list) => list.length > 0).map((list) => list.join('\n'))]
  return [`## ${heading}`, ...blocks].join('\n\n')
}

/** The inverse; null if there is nothing below the title, or no section. */
export function bodyOfText(text: string): LegalBody | null {
  const [head = '', ...parts] = text.replaceAll('\r\n', '\n').split(/^## */m)
  const lead = blocksOf(head).join(' ')
  const sections = parts.map(sectionOf)
  return lead && sections.length > 0 && sections.every(({ heading }) => heading) ? { lead, sections } : null
}

function sectionOf(part: string): Section {
  const [heading = '', ...rest] = part.split('\n')
  const section: Section = { heading: heading.trim(), paragraphs: [], items: [], facts: [] }
  for (const block of blocksOf(rest.join('\n'))) {
    const words: string[] = []
    for (const line of linesOf(block)) {
      const fact = factOf(line)
      if (line.startsWith('- ')) section.items.push(line.slice(2).trim())
      else if (fact) section.facts.push(fact)
      else words.push(line)
    }
    if (words.length > 0) section.paragraphs.push(words.join(' '))
  }
  return section
}

/**
 * `+ Term: its meaning`. The first colon ends the term. A pattern would try each blank of a long line as the end of the
 * term.
 */
function factOf(line: string): Section['facts'][number] | null {
  const colon = line.indexOf(':')
  const [name, text] = [line.slice(1, colon).trim(), line.slice(colon + 1).trim()]
  return /^\+\s/.test(line) && colon > 0 && name && text ? { name, text } : null
}
