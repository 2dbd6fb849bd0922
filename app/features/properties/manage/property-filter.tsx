import { SelectField } from '#app/ui/form/field.tsx'

type Props = { properties: readonly { slug: string; name: string }[]; chosen: string }

/** Narrows a page of the back office to one home. */
export const PropertyFilter = ({ properties, chosen }: Props) => (
  <SelectField label="Home" name="property" defaultValue={chosen}>
    <option value="">All homes</option>
    {properties.map(({ slug, name }) => (
      <option key={slug} value={slug}>
        {name}
      </option>
    ))}
  </SelectField>
)
