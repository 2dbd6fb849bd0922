import { Button } from '#app/ui/button.tsx'
import { FoldedForm, type FoldedFormProps } from '../folded-form.tsx'
import { Preview } from './preview.tsx'
import type { PriceAnswer } from './price-answer.ts'

/** A form about prices: samples of stays show what it changes before it is saved. */
export function PriceForm({ children, ...props }: Omit<FoldedFormProps<PriceAnswer>, 'beside'>) {
  const preview = (
    <Button type="submit" variant="outline" name="preview" value="yes">
      See what it changes
    </Button>
  )
  return (
    <FoldedForm {...props} beside={preview}>
      {(fill, mine) => (
        <>
          {children(fill, mine)}
          {mine?.preview && <Preview preview={mine.preview} />}
        </>
      )}
    </FoldedForm>
  )
}
