import { FormText } from '#app/ui/form/change-form.tsx'
import { type ContentProps, ContentSection } from './content-section.tsx'

export function LicenseSection(props: ContentProps) {
  const { license } = props.page.content
  return (
    <ContentSection {...props} part="license" summary="Change the license number" stored={{ license }}>
      {(fields) => (
        <FormText field={fields.license} label="License number" hint="Empty: not shown. Your town may ask for it." />
      )}
    </ContentSection>
  )
}
