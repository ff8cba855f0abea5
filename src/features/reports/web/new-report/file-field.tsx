import type { KeywordImport } from '#features/keywords/contract.ts'
import { ImportDrop } from '#features/keywords/web/imports/import-drop.tsx'
import { ImportFacts } from '#features/keywords/web/imports/import-summary.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { Draft } from './new-report-draft.ts'

export type FileFieldProps = {
  draft: Draft
  imports: KeywordImport[]
  error?: string
  onChange: (part: Partial<Draft>) => void
  onImported: (added: KeywordImport) => void
}

/** The keywords of a file, uploaded now or before. */
export function FileField({ draft, imports, error, onChange, onImported }: FileFieldProps) {
  const chosen = imports.find((each) => each._id === draft.importId)
  return (
    <div className="grid gap-4">
      <ImportDrop onImported={onImported} error={error} />
      {imports.length > 0 && (
        <Field label="Or use an imported file" className="max-w-120">
          <Select
            data-field="import_id"
            value={draft.importId}
            onChange={(event) => onChange({ importId: event.target.value })}
            options={[
              { value: '', label: 'None selected' },
              ...imports.map((each) => ({
                value: each._id,
                label: `${each.file_name} (${plural(each.keywords, 'keyword')})`,
              })),
            ]}
          />
        </Field>
      )}
      {chosen && <ImportFacts item={chosen} />}
    </div>
  )
}
