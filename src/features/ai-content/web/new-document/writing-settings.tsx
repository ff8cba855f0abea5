import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { languages } from '#web/components/locales.ts'
import type { BrandVoice } from '../../contract.ts'
import { BrandVoiceField } from '../brand-voices/brand-voice-field.tsx'
import type { BriefingValues } from './use-briefing-draft.ts'
import { WriterChoice, type WriterChoiceProps } from './writer-choice.tsx'

type FieldControl = Pick<FieldProps, 'control' | 'error'>

type WritingSettingsProps = {
  fields: { language: FieldControl; voice: FieldControl; claims: FieldControl }
  /** The form's id: it stands elsewhere. */
  formId: string
  values: BriefingValues
  set: (field: keyof BriefingValues, value: string) => void
  hasReport: boolean
  voices: BrandVoice[]
  writer: WriterChoiceProps
}

/** How a new document is written: language, brand voice, what it may not claim, and by what. */
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
      <Field
        label="Do not claim"
        hint="One claim per line. The AI writer leaves them out, and the content brief lists them."
        control={fields.claims.control}
        error={fields.claims.error}
      >
        <Textarea
          form={formId}
          grow
          rows={2}
          className="max-h-50"
          value={values.claims}
          onChange={(event) => set('claims', event.target.value)}
        />
      </Field>
      <WriterChoice {...writer} />
    </section>
  )
}
