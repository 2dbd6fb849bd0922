import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { LivePreview } from '#app/ui/dashboard/live-preview.tsx'
import { SectionEditor } from '#app/ui/dashboard/section-editor.tsx'
import { FormEnd, FormFoot } from '#app/ui/form/form-end.tsx'
import type { Exhibit } from './exhibit.tsx'

const SECTIONS = [
  { name: 'title', title: 'Title', isEmpty: false, problems: [] },
  { name: 'story', title: 'Story', isEmpty: false, problems: [] },
  { name: 'rooms', title: 'Rooms', isEmpty: false, problems: ['No beds', 'No bath'] },
  { name: 'reviews', title: 'Reviews', isEmpty: true, problems: [] },
]

const foot = (count: number, ofSecrets = false) => (
  <Card title="Story">
    <div>
      <FormFoot changes={{ count, ofSecrets }} isOnDevice onDiscard={() => {}}>
        <Button>Save</Button>
      </FormFoot>
    </div>
  </Card>
)

export const SECTION_EDITORS: Exhibit[] = [
  {
    title: 'Section editor',
    of: [SectionEditor],
    wide: true,
    states: [
      {
        name: 'sections that are filled, empty, and wrong',
        show: (
          <SectionEditor label="Sections" sections={SECTIONS} open="story" isChosen preview={null}>
            {foot(1)}
          </SectionEditor>
        ),
      },
    ],
  },
  {
    title: 'Foot of a form in a card',
    of: [FormEnd, FormFoot],
    states: [
      { name: 'nothing typed', show: foot(0) },
      { name: 'one change', show: foot(1) },
      { name: 'several, one of them a secret', show: foot(3, true) },
    ],
  },
  {
    title: 'Preview on a phone',
    of: [LivePreview],
    wide: true,
    states: [{ name: 'empty', show: <LivePreview address="about:blank" part="story" at="" typed={null} /> }],
  },
]
