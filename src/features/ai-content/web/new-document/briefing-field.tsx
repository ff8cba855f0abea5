import type { ReactNode } from 'react'
import { formatDay } from '#ui/format/format.ts'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import type { FormField } from '../../rules/templates/templates.ts'
import type { BriefingValues } from './use-briefing-draft.ts'

export type BriefingFieldProps = {
  field: FormField
  /** Name, limits and error of its control; null for the outline, which has its own form. */
  control: Pick<FieldProps, 'control' | 'error'> | null
  /** The form's id: it stands elsewhere. */
  formId: string
  values: BriefingValues
  set: (field: keyof BriefingValues, value: string) => void
  reports: { _id: string; query: string; created_at: string }[]
  usualWords: number
  /** It takes the focus when the form opens. */
  isFirst: boolean
  /** The selected report's query, used as the default title. */
  topic: string | undefined
  outline: ReactNode
  /** Below the control: where a proposal comes from. */
  note?: ReactNode
}

/** One field of a template. */
export function BriefingField(props: BriefingFieldProps) {
  const { field, control, formId, values, set, reports, usualWords, isFirst, topic, outline, note } = props
  const name = field.field
  if (name === 'outline') return outline
  const half = name === 'audience' || name === 'tone' || name === 'words'
  const shared = {
    label: field.label,
    hint: field.help || undefined,
    ...control,
    required: field.required,
    className: half ? 'content-start' : 'col-span-full',
  }
  if (name === 'report')
    return (
      <Field {...shared}>
        <Select
          form={formId}
          value={values.report}
          onChange={(event) => set('report', event.target.value)}
          options={[
            { value: '', label: reports.length > 0 ? 'None' : 'No finished reports' },
            ...reports.map(({ _id, query, created_at }) => ({
              value: _id,
              label: `${query}, ${formatDay(created_at)}`,
            })),
          ]}
        />
        {note}
      </Field>
    )
  if (name === 'text' || name === 'instructions')
    return (
      <Field {...shared}>
        <Textarea
          form={formId}
          autoFocus={isFirst}
          grow
          rows={name === 'text' ? 8 : 3}
          className="max-h-100"
          placeholder={field.placeholder}
          value={values[name]}
          onChange={(event) => set(name, event.target.value)}
        />
      </Field>
    )
  if (name === 'words')
    return (
      <Field {...shared}>
        <Input
          form={formId}
          type="number"
          inputMode="numeric"
          placeholder={String(usualWords)}
          value={values.words}
          onChange={(event) => set('words', event.target.value)}
        />
        {note}
      </Field>
    )
  return (
    <Field {...shared}>
      <Input
        form={formId}
        autoFocus={isFirst}
        placeholder={name === 'title' && topic ? topic : field.placeholder}
        value={values[name]}
        onChange={(event) => set(name, event.target.value)}
      />
      {note}
    </Field>
  )
}
