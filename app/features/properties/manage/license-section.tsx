import { LICENSE_FIELDS } from './content-fields.ts'
import { type ContentProps, ContentSection } from './content-section.tsx'

export const LicenseSection = (props: ContentProps) => (
  <ContentSection
    {...props}
    part="license"
    fields={LICENSE_FIELDS}
    value={{ license: props.page.content.license }}
    summary="Change the license number"
  />
)
