import type { Editor } from '@tiptap/core'
import { ClipboardCopy, Download, FileCode, FileText, FileType, FileUp } from 'lucide-react'
import { useGoogleExport } from '#features/google-export/web/use-google-export.tsx'
import { withWholeAddresses } from '#features/images/rules/image-url.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { startDownload } from '#web/calls/start-download.ts'
import { toMarkdown } from '../editor/use-text-editor.ts'

export type ExportMenuProps = {
  id: string
  workspaceId: string
  title: string
  editor: Editor | null
  /** Saves the text first, because the server makes the files. Resolves to false if saving failed. */
  onBefore: () => Promise<boolean>
}

export function ExportMenu({ id, workspaceId, title, editor, onBefore }: ExportMenuProps) {
  const google = useGoogleExport(workspaceId, { kind: 'document', source_id: id })
  const afterSaving = async (act: () => void) => {
    if (await onBefore()) act()
    else notify.failed('Your latest changes couldn’t be saved, so the file wasn’t created. Try again.')
  }
  const download = (format: 'md' | 'html' | 'docx') =>
    afterSaving(() => startDownload(`/ai/export/${id}?format=${format}`))
  return (
    <>
      <Menu
        items={[
          { heading: 'Download' },
          { label: 'Word (DOCX)', icon: <FileText />, onSelect: () => void download('docx') },
          { label: 'Markdown', icon: <FileType />, onSelect: () => void download('md') },
          { label: 'HTML', icon: <FileCode />, onSelect: () => void download('html') },
          ...(google.isAvailable
            ? [{ label: 'Google Docs', icon: <FileUp />, onSelect: () => void afterSaving(google.open) }]
            : []),
          'line',
          {
            label: 'Copy as rich text',
            hint: 'For documents, email and most editors',
            icon: <ClipboardCopy />,
            onSelect: () => editor && void copyRich(editor, title),
          },
          {
            label: 'Copy as Markdown',
            icon: <ClipboardCopy />,
            onSelect: () => editor && void copyMarkdown(editor, title),
          },
        ]}
        trigger={
          <Button className="max-sm:w-8.5 max-sm:px-0!" icon={<Download size={15} className="sm:hidden" aria-hidden />}>
            <span className="max-sm:sr-only">Export</span>
          </Button>
        }
      />
      {google.dialog}
    </>
  )
}

const withTitle = (title: string, text: string) => (title.trim() ? `# ${title.trim()}\n\n${text}` : text)

async function copyRich(editor: Editor, title: string) {
  const heading = document.createElement('h1')
  heading.textContent = title
  const html = `${title.trim() ? heading.outerHTML : ''}${withWholeAddresses(editor.getHTML(), location.origin)}`
  const text = `${title}\n\n${editor.getText({ blockSeparator: '\n\n' })}`
  try {
    const item = new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([text], { type: 'text/plain' }),
    })
    await navigator.clipboard.write([item])
    notify.done('Copied as rich text')
  } catch {
    notify.failed('Your browser blocked copying. Select the text and copy it by hand.')
  }
}

async function copyMarkdown(editor: Editor, title: string) {
  try {
    await navigator.clipboard.writeText(withTitle(title, withWholeAddresses(toMarkdown(editor), location.origin)))
    notify.done('Copied as Markdown')
  } catch {
    notify.failed('Your browser blocked copying. Select the text and copy it by hand.')
  }
}
