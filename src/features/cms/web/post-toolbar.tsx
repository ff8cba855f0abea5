import type { Editor } from '@tiptap/core'
import { Bold, Code, Image, Italic, Link as LinkIcon, List, ListOrdered, Quote } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { insertImage } from '#features/images/web/text-images.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'

const ImagePicker = lazy(() =>
  import('#features/images/web/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
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
  const chain = () => editor.chain().focus()
  const level = editor.isActive('heading') ? String(editor.getAttributes('heading').level) : 'p'
  return (
    <div
      role="toolbar"
      aria-label="Format"
      className="sticky top-0 z-10 mb-5 border-line border-b bg-paper py-1.5 max-md:top-[49px]"
    >
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1">
        <Select
          scale="s"
          aria-label="Paragraph style"
          className="mr-1 w-32"
          value={blockTypes.some(({ value }) => value === level) ? level : '2'}
          onChange={(event) =>
            event.target.value === 'p'
              ? chain().setParagraph().run()
              : chain()
                  .setHeading({ level: Number(event.target.value) as 2 | 3 | 4 })
                  .run()
          }
          options={blockTypes}
        />
        <Tool label="Bold" on={editor.isActive('bold')} onClick={() => chain().toggleBold().run()}>
          <Bold size={15} aria-hidden />
        </Tool>
        <Tool label="Italic" on={editor.isActive('italic')} onClick={() => chain().toggleItalic().run()}>
          <Italic size={15} aria-hidden />
        </Tool>
        <Tool label="Code" on={editor.isActive('code')} onClick={() => chain().toggleCode().run()}>
          <Code size={15} aria-hidden />
        </Tool>
        <Tool label="List" on={editor.isActive('bulletList')} onClick={() => chain().toggleBulletList().run()}>
          <List size={15} aria-hidden />
        </Tool>
        <Tool
          label="Numbered list"
          on={editor.isActive('orderedList')}
          onClick={() => chain().toggleOrderedList().run()}
        >
          <ListOrdered size={15} aria-hidden />
        </Tool>
        <Tool label="Quote" on={editor.isActive('blockquote')} onClick={() => chain().toggleBlockquote().run()}>
          <Quote size={15} aria-hidden />
        </Tool>
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

/** Adds https:// to a URL without a scheme. */
const toUrl = (typed: string) =>
  /^([a-z][a-z0-9+.-]*:|\/|#)/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`

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
