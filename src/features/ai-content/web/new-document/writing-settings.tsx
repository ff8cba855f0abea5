import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { languages } from '#web/components/locales.ts'
import type { BrandVoice } from '../../contract.ts'
import { BrandVoiceField } from '../brand-voices/brand-voice-field.tsx'
import type { BriefingValues } from './use-briefing-draft.ts'
import { WriterChoice, type WriterChoiceProps } from './writer-choice.tsx'

type FieldControl = Pick<FieldProps, 'control' | 'error'>

type WritingSettingsProps = {
  fields: { language: FieldControl; voice: FieldControl }
  /** The form's id: it stands elsewhere. */
  formId: string
  values: BriefingValues
  set: (field: keyof BriefingValues, value: string) => void
  hasReport: boolean
  voices: BrandVoice[]
  writer: WriterChoiceProps
}

/** How a new document is written: language, brand voice, and by what. */
export function WritingSettings({ fields, formId, values, set, hasReport, voices, writer }: WritingSettingsProps) {
  return (
    <section aria-label="Writing settings" className="grid gap-4 rounded-l border border-line bg-panel p-4">
      <Field label="Language" control={fields.language.control} error={fields.language.error}>
        <Select
          form={formId}
          value={values.language}
          onChange={(event) => set('language', event.target.value)}
          options={[{ value: '', label: hasReport ? 'Same as report' : 'English' }, ...languages]}
        />
      </Field>
      <BrandVoiceField
        {...fields.voice}
        formId={formId}
        voices={voices}
        value={values.voice}
        onChange={(id) => set('voice', id)}
      />
      <WriterChoice {...writer} />
    </section>
  )
}
