import { Suspense } from 'react'
import type { KeywordImport } from '#features/keywords/contract.ts'
import { lazily } from '#web/components/lazily.ts'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import type { TopicMeaning } from '../../contract.ts'
import { MeaningChoice } from '../meaning-choice.tsx'
import type { Draft } from './new-report-draft.ts'
import { StrictnessField } from './strictness-field.tsx'

const SerpFileField = import.meta.env.SSR
  ? (await import('./serp-file-field.tsx')).SerpFileField
  : lazily(() => import('./serp-file-field.tsx').then((file) => file.SerpFileField))

export type ListFieldsProps = {
  draft: Draft
  imports: KeywordImport[]
  /** The list is a SERP file itself. */
  isSerpFile: boolean
  /** Whether the list can be grouped by meaning, from the estimate. */
  meaning: TopicMeaning | null
  getError: (field: string) => string | undefined
  onChange: (part: Partial<Draft>) => void
  onImported: (added: KeywordImport) => void
}

/** What only a list of keywords is asked: how its topics are grouped, and results it has already. */
export function ListFields({ draft, imports, isSerpFile, meaning, getError, onChange, onImported }: ListFieldsProps) {
  return (
    <>
      <StrictnessField
        value={draft.strictness}
        error={getError('strictness')}
        onChange={(strictness) => onChange({ strictness })}
      />
      <MeaningChoice
        name="by_meaning"
        meaning={meaning}
        checked={draft.byMeaning}
        onChange={(byMeaning) => onChange({ byMeaning })}
      />
      {!isSerpFile && (
        // The form may be sent before the field has loaded.
        <Suspense fallback={<input type="hidden" name="serp_import_id" value={draft.serpImportId} />}>
          <LateHydration>
            <SerpFileField
              value={draft.serpImportId}
              imports={imports}
              error={getError('serp_import_id')}
              onChange={(serpImportId) => onChange({ serpImportId })}
              onImported={(added) => {
                onImported(added)
                onChange({ serpImportId: added._id })
              }}
            />
          </LateHydration>
        </Suspense>
      )}
    </>
  )
}
