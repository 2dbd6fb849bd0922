import type { StructuredData } from '#app/shared/page-metadata.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import type { PropertyView } from '../properties.ts'

type Questions = PropertyView['presentation']['questions']

/** The questions that the page shows, as schema.org's FAQPage; null if it shows none. */
export function questionsSchema(questions: Questions): StructuredData | null {
  if (questions.length === 0) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** Guests' questions about the property, with the operator's answers. */
export function PropertyQuestions({ questions }: { questions: Questions }) {
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="questions-heading" className="property-questions">
      <h2 id="questions-heading" className="heading-section mb-6">
        Questions and answers
      </h2>
      <Accordion
        sections={questions.map(({ question, answer }) => ({
          key: question,
          title: question,
          content: <p className="measure">{answer}</p>,
        }))}
      />
    </section>
  )
}
