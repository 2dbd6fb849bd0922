import { compile } from 'html-to-text'

const plain = { options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } }

/** The plain text of a mail from its HTML, so that both say the same. Made once: making it costs ten times what using it does. */
export const textOf: (html: string) => string = compile({
  wordwrap: 78,
  selectors: [
    { selector: 'head', format: 'skip' },
    { selector: '.preheader', format: 'skip' },
    { selector: 'h1', ...plain },
    { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 46 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
  ],
})
