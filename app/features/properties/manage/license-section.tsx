import { LICENSE_FIELDS } from './content-fields.ts'
import { type ContentProps, RecordSection } from './content-section.tsx'

export const LicenseSection = (props: ContentProps) => (
  <RecordSection
    {...props}
    part="license"
    fields={LICENSE_FIELDS}
    value={{ license: props.page.content.license }}
    summary="Change the license number"
  />
)
