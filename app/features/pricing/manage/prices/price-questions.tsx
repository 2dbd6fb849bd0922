import { Link } from 'react-router'
import { QUESTION_WORDS } from '#app/features/pricing/manage/price-questions.ts'
import type { PriceQuestion } from '#app/features/pricing/price-settings.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { priceChanges } from './price.changes.server.ts'

type Props = { questions: PriceQuestion[]; page: 'prices' | 'rules' }

/** Possible omissions on a page, each with a button that answers it. */
export function PriceQuestions({ questions, page }: Props) {
  const here = questions.filter((question) => QUESTION_WORDS[question].page === page)
  return here.map((question) => {
    const { ask, yes, fix, to } = QUESTION_WORDS[question]
    return (
      <div key={question} className="admin-note">
        <p>{ask}</p>
        <div className="admin-contact">
          <Link to={`#${to}`}>{fix}</Link>
          <ChangeButton<typeof priceChanges> intent="question" value={{ question }}>
            {yes}
          </ChangeButton>
        </div>
      </div>
    )
  })
}
