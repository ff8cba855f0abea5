import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { startDownload } from '#web/calls/start-download.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { briefContract, type ContentBrief } from '../../contract-brief.ts'
import { aiContentErrorTexts } from '../error-texts.ts'

type ContentBriefDialogProps = { id: string; canEdit: boolean; onClose: () => void }

/** The brief for a document's writer: to read, to complete and to download. */
export default function ContentBriefDialog({ id, canEdit, onClose }: ContentBriefDialogProps) {
  const [shown, setShown] = useState<{ brief: ContentBrief; html: string } | null>(null)
  const { error, run } = useCall()
  const load = () => run(async () => setShown(await api(briefContract.get, { _id: id })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a document
  useEffect(() => {
    void load()
  }, [id])
  const download = (format: 'pdf' | 'docx') => startDownload(`/ai/brief/export/${id}?format=${format}`)
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title="Content brief"
      description="What you entered and what the report knows, for the writer. To send it by link, select “Show the content brief” in Share document."
      footer={
        <>
          <Button onClick={() => download('docx')}>Download DOCX</Button>
          <Button onClick={() => download('pdf')}>Download PDF</Button>
        </>
      }
    >
      <CallError error={error} texts={aiContentErrorTexts} />
      {!shown && !error && <Skeleton className="w-2/3" />}
      {shown && canEdit && <ClaimsForm key={id} id={id} brief={shown.brief} onSaved={() => void load()} />}
      {shown && (
        <div className="document-text mt-5 border-line border-t pt-4">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in markdown-html.ts */}
          <div dangerouslySetInnerHTML={{ __html: shown.html }} />
        </div>
      )}
    </Dialog>
  )
}

const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function ClaimsForm({ id, brief, onSaved }: { id: string; brief: ContentBrief; onSaved: () => void }) {
  const [claims, setClaims] = useState(brief.do_not_claim.join('\n'))
  const { form, field, busy, callError } = useContractForm({
    endpoint: briefContract.update,
    fields: ['do_not_claim'],
    texts: aiContentErrorTexts,
    getInput: () => ({ _id: id, do_not_claim: toLines(claims) }),
    send: async (input) => {
      await api(briefContract.update, input)
      notify.done('Brief saved')
      onSaved()
      return null
    },
  })
  return (
    <form {...form} className="grid gap-2">
      <Field
        label="Do not claim"
        hint="One claim per line. The AI writer gets the list too."
        {...field('do_not_claim')}
        required={undefined}
      >
        <Textarea rows={3} value={claims} onChange={(event) => setClaims(event.target.value)} />
      </Field>
      <CallError {...callError} />
      <Button type="submit" size="s" busy={busy} className="justify-self-start">
        Save list
      </Button>
    </form>
  )
}
