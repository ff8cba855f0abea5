import type { Editor } from '@tiptap/core'
import { Image, Link as LinkIcon } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { BlockType, getFormatTools, toUrl } from '#features/ai-content/web/editor/toolbars/format-tools.tsx'
import { insertImage } from '#features/images/web/in-text/text-images.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Input } from '#ui/forms/input.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'

const ImagePicker = lazy(() =>
  import('#features/images/web/in-text/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
)

const blockTypes = [
  { value: 'p', label: 'Text' },
  { value: '2', label: 'Heading' },
  { value: '3', label: 'Subheading' },
  { value: '4', label: 'Small heading' },
]

/** Formatting toolbar of the post editor. */
export function FormatBar({ editor }: { editor: Editor }) {
  const [, rerender] = useReducer((n: number) => n + 1, 0)
  const [openForm, setOpenForm] = useState<'link' | 'picture' | null>(null)
  useEffect(() => {
    editor.on('transaction', rerender)
    return () => {
      editor.off('transaction', rerender)
    }
  }, [editor])
  const { marks, blocks } = getFormatTools(editor)
  return (
    <div
      role="toolbar"
      aria-label="Format"
      className="sticky top-0 z-10 mb-5 border-line border-b bg-paper py-1.5 max-md:top-[49px]"
    >
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1">
        <BlockType editor={editor} options={blockTypes} fallback="2" className="mr-1 w-32" />
        {[...marks, ...blocks].map(({ label, icon: Icon, on, press }) => (
          <Tool key={label} label={label} on={on} onClick={press}>
            <Icon size={15} aria-hidden />
          </Tool>
        ))}
        <Tool
          label="Link"
          on={editor.isActive('link')}
          onClick={() => setOpenForm(openForm === 'link' ? null : 'link')}
        >
          <LinkIcon size={15} aria-hidden />
        </Tool>
        <Tool label="Image" on={false} onClick={() => setOpenForm(openForm === 'picture' ? null : 'picture')}>
          <Image size={15} aria-hidden />
        </Tool>
      </div>
      {openForm === 'link' && <LinkForm key="link" editor={editor} onDone={() => setOpenForm(null)} />}
      {openForm === 'picture' && <ImageForm key="picture" editor={editor} onDone={() => setOpenForm(null)} />}
    </div>
  )
}

function Tool(props: { label: string; on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.on}
      // Keeps the selection in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onClick}
      className={cx('grid size-7.5 place-items-center rounded-m hover:bg-well', props.on ? 'bg-well' : 'text-ink-2')}
    >
      {props.children}
    </button>
  )
}

type FormProps = { editor: Editor; onDone: () => void }

function LinkForm({ editor, onDone }: FormProps) {
  const [url, setUrl] = useState(String(editor.getAttributes('link').href ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (url.trim()) chain.setLink({ href: toUrl(url) }).run()
    else chain.unsetLink().run()
    onDone()
  }
  return (
    <form onSubmit={submit} className="mt-1.5 flex flex-wrap gap-1.5" noValidate>
      <Input
        scale="s"
        autoFocus
        aria-label="Link URL"
        placeholder="https://"
        className="max-w-80"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button size="s" type="submit">
        {url.trim() ? 'Link' : 'Remove link'}
      </Button>
      <Button size="s" variant="quiet" onClick={onDone}>
        Close
      </Button>
    </form>
  )
}

/** Inserts an image from the library or by URL. */
function ImageForm({ editor, onDone }: FormProps) {
  const { workspace } = useSignedIn()
  const [picking, setPicking] = useState(false)
  const [src, setSrc] = useState('')
  const [alt, setAlt] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (src.trim())
      editor
        .chain()
        .focus()
        .setImage({ src: toUrl(src), alt: alt.trim() })
        .run()
    onDone()
  }
  return (
    <>
      <form onSubmit={submit} className="mt-1.5 flex flex-wrap gap-1.5" noValidate>
        {canEdit(workspace) && (
          <Button size="s" onClick={() => setPicking(true)}>
            From library
          </Button>
        )}
        <Input
          scale="s"
          autoFocus
          aria-label="Image URL"
          placeholder="https://"
          className="max-w-70"
          value={src}
          onChange={(event) => setSrc(event.target.value)}
        />
        <Input
          scale="s"
          aria-label="Alt text"
          placeholder="Alt text"
          className="max-w-60"
          maxLength={300}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <Button size="s" type="submit" disabled={!src.trim()}>
          Insert image
        </Button>
        <Button size="s" variant="quiet" onClick={onDone}>
          Close
        </Button>
      </form>
      {picking && (
        <Suspense>
          <ImagePicker
            workspaceId={workspace._id}
            onPick={({ src, alt }) => {
              editor
                .chain()
                .focus()
                .command(({ tr }) => Boolean(insertImage(tr, tr.selection.to, { src, alt })))
                .run()
              onDone()
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
