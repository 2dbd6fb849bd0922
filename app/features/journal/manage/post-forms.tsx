import { type GuestImage, MarkdownField } from '#app/features/site/manage/markdown-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, type FieldsOf, FormArea, FormChecks, FormText } from '#app/ui/form/change-form.tsx'
import { MOST_PROPERTIES, type PostState, type PostText } from '../journal.ts'
import type { postChanges } from './journal.changes.server.ts'

type EditedPost = { id: string; version: string; state: PostState; timeZone: string; text: PostText }
type Parts = { images: GuestImage[]; properties: { id: string; name: string }[] }
type FieldsProps = Parts & { fields: FieldsOf<typeof postChanges, 'draft'> | FieldsOf<typeof postChanges, 'text'> }

function PostFields({ fields, images, properties }: FieldsProps) {
  return (
    <>
      <FormText field={fields.title} label="Title" required />
      <MarkdownField field={fields.content} images={images} />
      <FormArea
        field={fields.excerpt}
        label="Summary"
        hint="Optional. What the list of posts and search engines show. Without it, they show how the text begins."
      />
      {properties.length > 0 && (
        <FormChecks
          field={fields.propertyIds}
          legend="Homes below the post"
          hint={`Up to ${MOST_PROPERTIES}, each with its next open stay.`}
          options={properties.map(({ id, name }) => [id, name])}
        />
      )}
      <FormText field={fields.author} label="Author" required />
      <FormText
        field={fields.category}
        label="Category"
        hint="Optional. A word or two beside the date, such as: Lake"
      />
      <FormText field={fields.tags} label="Tags" hint="Optional, with commas between them." />
      <FormText
        field={fields.slug}
        label="Address"
        hint="What follows /journal/. Without it, it is made from the title."
        autoCapitalize="none"
      />
    </>
  )
}

type Shared = Parts & { answer: ChangeAnswer | null }

export function NewPostForm({ author, formKey, answer, ...parts }: Shared & { author: string; formKey: string }) {
  return (
    <ChangeForm<typeof postChanges, never, 'draft'>
      intent="draft"
      answer={answer}
      summary="Write a post"
      stored={{ author }}
      save="Save the draft"
      storesDraft
      secrets={['key']}
      previewAt=""
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <PostFields fields={fields} {...parts} />
        </>
      )}
    </ChangeForm>
  )
}

/** Changes a post. Guests see the change at once where it is published. */
export function PostForm({ post: { id, version, text }, answer, ...parts }: Shared & { post: EditedPost }) {
  return (
    <ChangeForm<typeof postChanges, never, 'text'>
      intent="text"
      {...{ id, version, answer }}
      stored={{ ...text, tags: text.tags.join(', ') }}
      storesDraft
      previewAt=""
    >
      {(fields) => <PostFields fields={fields} {...parts} />}
    </ChangeForm>
  )
}

/** Lets guests read a post, now or later, or no longer. */
export function PublishForms({ post, answer }: { post: EditedPost; answer: ChangeAnswer | null }) {
  const { id, version, state, timeZone } = post
  return (
    <Card title={state === 'draft' ? 'Publish it' : 'Take it back'}>
      {state !== 'published' && (
        <>
          <p>Save it first. What guests read is the post as it is saved.</p>
          <ChangeForm<typeof postChanges, never, 'publish'>
            intent="publish"
            {...{ id, version, answer }}
            save={state === 'draft' ? 'Publish' : 'Publish at another time'}
          >
            {(fields) => (
              <FormText
                field={fields.at}
                type="datetime-local"
                label="Publish at"
                hint={`Time in ${timeZone.replaceAll('_', ' ')}. Leave it empty to publish now.`}
              />
            )}
          </ChangeForm>
        </>
      )}
      {state !== 'draft' && <p>As a draft, nobody finds it. Its address stays the same.</p>}
      <Actions>
        {state === 'draft' ? (
          <ChangeButton<typeof postChanges> intent="remove" id={id}>
            Remove this draft
          </ChangeButton>
        ) : (
          <ChangeButton<typeof postChanges> intent="take-back" id={id}>
            Unpublish
          </ChangeButton>
        )}
      </Actions>
    </Card>
  )
}
