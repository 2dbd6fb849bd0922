import { Accordion } from '#app/ui/accordion.tsx'
import type { PropertyView } from './properties.ts'

/** What guests ask about the property, with the operator's answers. */
export function PropertyQuestions({ questions }: { questions: PropertyView['presentation']['questions'] }) {
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
