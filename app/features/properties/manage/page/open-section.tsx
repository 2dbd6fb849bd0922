import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { HOST_FIELDS, LICENSE_FIELDS } from '../content-fields.ts'
import { ContentForm, InventedNote } from '../content-form.tsx'
import { FactForm } from '../fact-form.tsx'
import { HostImage } from '../host-image.tsx'
import { QuestionList } from '../question-list.tsx'
import { ImagesForm, ReviewsForm, RoomsForm, SearchForm, SurroundingsForm } from './page-sections.tsx'
import { PartForm } from './part-form.tsx'
import type { PropertyPage } from './property-page.ts'
import { type SectionName, sectionFacts } from './sections.ts'

type Props = {
  name: SectionName
  page: PropertyPage
  answer: ChangeAnswer | null
  /** What keeps the home from being published, or contradicts itself. */
  problems: readonly string[]
  /** The result of a sent photo of the host. */
  imageAnswer: string | null
}

/** The open section of a home's page, as a form in a card. */
export function OpenSection({ problems, ...props }: Props) {
  const { title, note } = sectionFacts(props.name)
  const problemList = problems.length > 0 && (
    <ul className="section-problems">
      {problems.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
  if (props.name === 'questions') {
    return (
      <QuestionList page={props.page.content} answer={props.answer} title={title} note={note}>
        {problemList}
      </QuestionList>
    )
  }
  return (
    <>
      <Card title={title} note={note}>
        {problemList}
        <SectionForm {...props} name={props.name} />
      </Card>
      {props.name === 'host' && <HostImage page={props.page.content} answer={props.imageAnswer} />}
    </>
  )
}

type FormProps = Omit<Props, 'problems' | 'name'> & { name: Exclude<SectionName, 'questions'> }

function SectionForm({ name, page, answer }: FormProps) {
  const { seenAt } = sectionFacts(name)
  const part = { page, answer, seenAt }
  const content = { page: page.content, answer, previewAt: seenAt }
  const { host, license } = page.content.content
  switch (name) {
    case 'images':
      return <ImagesForm {...part} />
    case 'rooms':
      return <RoomsForm {...part} />
    case 'reviews':
      return <ReviewsForm {...part} />
    case 'surroundings':
      return <SurroundingsForm {...part} />
    case 'search':
      return <SearchForm {...part} />
    case 'arrival':
    case 'comfort':
    case 'safety':
    case 'houseRules':
      return <FactForm {...content} part={name} />
    case 'license':
      return <ContentForm {...content} part="license" fields={LICENSE_FIELDS} value={{ license }} />
    case 'host':
      return (
        <ContentForm
          {...content}
          part="host"
          fields={HOST_FIELDS}
          value={host}
          about={host.sample && <InventedNote />}
        />
      )
    default:
      return <PartForm {...part} part={name} />
  }
}
