import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { FileDrop } from '#web/components/file-drop.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { contentPlanContract, type ItemChange, maxItemsACall, type Plan, type PlanRow } from '../../contract.ts'
import { getField, type MergedField, mergedFields } from '../../rules/merge-changes.ts'
import { createNames, type Name } from '../change/field-names.ts'
import type { PlanChanges } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { fieldLabels, type Option } from '../item-labels.ts'

type Preview = OutputOf<typeof contentPlanContract.previewImport>

export type ImportPlanDialogProps = {
  /** The plan to update, with what changes it. Null for a new plan. */
  update: { plan: Plan; changes: PlanChanges } | null
  members: readonly Option[]
  onClose: () => void
}

/** Reads a plan file, shows what it would add and change, and does so when asked. */
export default function ImportPlanDialog({ update, members, onClose }: ImportPlanDialogProps) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [name, setName] = useState('')
  const reading = useCall()
  const saving = useCall()
  const read = async (chosen: File) => {
    setFile(chosen)
    setPreview(null)
    saving.clear()
    await reading.run(async () => {
      const input = { workspace_id: workspace._id, file: chosen, ...(update && { plan_id: update.plan._id }) }
      setPreview(await api(contentPlanContract.previewImport, input))
      setName(chosen.name.replace(/\.\w+$/, '').slice(0, 120))
    })
  }
  const save = () =>
    saving.run(async () => {
      if (!file || !preview) return
      if (update) {
        const { items, before } = preview
        await update.changes.changeOrThrow({ done: `Updated from ${file.name}.`, items, before })
        // Where others changed the same, the choices take over.
        onClose()
        return
      }
      const { plan } = await api(contentPlanContract.import, { workspace_id: workspace._id, file, name: name.trim() })
      await navigate(`/app/plan/${plan._id}`)
    })
  const total = preview ? preview.added + preview.changed : 0
  const isTooLarge = update !== null && total > maxItemsACall
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title={update ? 'Import changes' : 'Import plan'}
      description={
        update
          ? 'Items are found by their id, URL or title. Empty cells change nothing, and items that aren’t in the file stay.'
          : 'An exported plan, or any table with a Title column.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="solid"
            busy={saving.busy}
            disabled={!preview || total === 0 || isTooLarge || (!update && name.trim() === '')}
            onClick={() => void save()}
          >
            {update ? 'Update plan' : 'Create plan'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FileDrop
          icon={FileUp}
          title="Drop a plan file here"
          hint="CSV, Excel or Markdown, up to 10 MB."
          label="Plan file"
          accept=".csv,.tsv,.txt,.xlsx,.md"
          sending={reading.busy && file ? { name: file.name, share: 1 } : null}
          steps={['Uploading file', 'Reading file']}
          next="Reading"
          onFile={read}
        />
        <CallError error={reading.error} texts={contentPlanErrorTexts} />
        {preview && file && !reading.busy && (
          <>
            {!update && (
              <Field label="Name">
                <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
              </Field>
            )}
            <PreviewTable preview={preview} fileName={file.name} members={members} isUpdate={update !== null} />
            {isTooLarge && (
              <p className="text-s text-warn">A file can change up to {formatCount(maxItemsACall)} items. Split it.</p>
            )}
          </>
        )}
        <CallError error={saving.error} texts={contentPlanErrorTexts} />
      </div>
    </Dialog>
  )
}

const shownAtFirst = 50

type PreviewProps = { preview: Preview; fileName: string; members: readonly Option[]; isUpdate: boolean }

function PreviewTable({ preview, fileName, members, isUpdate }: PreviewProps) {
  const [shown, setShown] = useState(shownAtFirst)
  const { items, before, rejected } = preview
  const known = new Map(before.map((row) => [row._id, row]))
  const name = createNames(members, before)
  return (
    <section aria-label="Preview" className="min-w-0">
      <p className="mb-2 text-s" role="status">
        <b className="font-[550]">{fileName}</b>: {plural(preview.added, 'new item')}
        {isUpdate && `, ${formatCount(preview.changed)} changed, ${formatCount(preview.unchanged)} unchanged`}
        {preview.keywords > 0 && `, ${plural(preview.keywords, 'keyword')} ${isUpdate ? 'added or moved here' : ''}`}.
        {items.length === 0 && ' Nothing would change.'}
      </p>
      {items.length > 0 && (
        <Table caption="What would change">
          <thead>
            <tr>
              {isUpdate && <TableHead>Change</TableHead>}
              <TableHead>Item</TableHead>
              <TableHead>{isUpdate ? 'What changes' : 'Details'}</TableHead>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, shown).map((item, index) => {
              const row = known.get(item._id ?? '')
              return (
                <TableRow key={item._id ?? index}>
                  {isUpdate && <TableCell className="text-ink-2">{row ? 'Changed' : 'New'}</TableCell>}
                  <TableCell className="[overflow-wrap:anywhere]">{row?.title ?? item.title}</TableCell>
                  <TableCell className="text-ink-2 [overflow-wrap:anywhere]">
                    {describe(item, row, items, name)}
                  </TableCell>
                </TableRow>
              )
            })}
          </tbody>
        </Table>
      )}
      {items.length > shown && (
        <Button size="s" className="mt-2" onClick={() => setShown(shown + 200)}>
          Show more
        </Button>
      )}
      {rejected.length > 0 && (
        <Disclosure
          className="mt-3 text-s"
          summary={<span className="text-warn">{plural(rejected.length, 'line')} not imported completely</span>}
        >
          <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto text-xs">
            {rejected.map(({ line, reason }, index) => (
              <li key={index}>
                Line {formatCount(line)}: {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

/** The fields that differ, with what they are now where the item exists. */
function describe(item: ItemChange, row: PlanRow | undefined, items: readonly ItemChange[], name: Name): string {
  const getNext = (field: MergedField): string | null | undefined => {
    if (field === 'title') return row ? item.title : undefined
    if (field !== 'role') return item[field]
    if (item.role === undefined && item.parent_id === undefined) return undefined
    return item.role === 'pillar' ? 'pillar' : (item.parent_id ?? null)
  }
  const fields = mergedFields.flatMap((field) => {
    const value = getNext(field)
    if (value === undefined) return []
    const parent = field === 'role' && item.parent_index !== undefined ? items[item.parent_index]?.title : undefined
    const next = parent ? `Spoke of ${parent}` : name(field, value)
    return [`${fieldLabels[field]}: ${row ? `${name(field, getField(row, field))} → ${next}` : next}`]
  })
  const count = item.add_keywords?.length ?? 0
  return [...fields, ...(count > 0 ? [plural(count, 'keyword')] : [])].join(' · ')
}
