import { useState } from 'react'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type Blog, cmsContract, type PostHead } from '../../contract.ts'
import { cmsErrorTexts } from '../error-texts.ts'

type EditProps = { onSaved: () => Promise<void>; onClose: () => void }

/** Changes the last part of a post's URL. */
export function EditPostUrl({ post, home, onSaved, onClose }: EditProps & { post: PostHead; home: string }) {
  const [slug, setSlug] = useState(post.slug)
  const form = useContractForm({
    endpoint: cmsContract.updateOwn,
    fields: ['slug'],
    texts: cmsErrorTexts,
    getInput: () => ({ _id: post._id, slug: slug.trim() }),
    send: async (input) => {
      await api(cmsContract.updateOwn, input)
      notify.done('URL changed')
      await onSaved()
      onClose()
      return null
    },
  })
  return (
    <FormDialog
      title="Edit URL"
      description={
        post.status === 'published'
          ? 'The current URL will redirect to the new one.'
          : 'Nothing redirects here until the post is published.'
      }
      form={form}
      action="Change URL"
      onClose={onClose}
    >
      <SlugField field={form.field('slug')} home={home} slug={slug} onChange={setSlug} />
    </FormDialog>
  )
}

export type EditBlogUrlProps = EditProps & { blog: Blog; workspaceId: string; hasPosts: boolean }

/** Changes the part of the blog's URL that names the workspace. */
export function EditBlogUrl({ blog, workspaceId, hasPosts, onSaved, onClose }: EditBlogUrlProps) {
  const [slug, setSlug] = useState(decodeURIComponent(blog.path.split('/').at(-1)!))
  const home = `${new URL(blog.url).origin}/b`
  const form = useContractForm({
    endpoint: cmsContract.changeAddress,
    fields: ['slug'],
    texts: cmsErrorTexts,
    getInput: () => ({ workspace_id: workspaceId, slug: slug.trim() }),
    send: async (input) => {
      await api(cmsContract.changeAddress, input)
      notify.done('Blog URL changed')
      await onSaved()
      onClose()
      return null
    },
  })
  return (
    <FormDialog
      title="Edit blog URL"
      description={
        hasPosts
          ? 'All posts move with it. Links to the current URL will redirect, and no other workspace can use it.'
          : 'All posts of this workspace will be published below it.'
      }
      form={form}
      action="Change blog URL"
      onClose={onClose}
    >
      <SlugField field={form.field('slug')} home={home} slug={slug} onChange={setSlug} />
    </FormDialog>
  )
}

type SlugFieldProps = {
  field: object
  home: string
  slug: string
  onChange: (slug: string) => void
}

const SlugField = ({ field, home, slug, onChange }: SlugFieldProps) => (
  <Field
    label="URL"
    {...field}
    required={undefined}
    hint={<span className="[overflow-wrap:anywhere]">{`${home}/${slug || '…'}`}</span>}
  >
    <Input value={slug} autoComplete="off" spellCheck={false} onChange={(event) => onChange(event.target.value)} />
  </Field>
)
