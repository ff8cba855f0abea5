import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Link } from '#ui/link.tsx'
import type { BrandVoice } from '../../contract.ts'

type BrandVoiceFieldProps = Pick<FieldProps, 'control' | 'error'> & {
  voices: readonly BrandVoice[]
  /** Empty for none. */
  value: string
  onChange: (id: string) => void
  /** The form's id, where it stands elsewhere. */
  formId?: string
}

/** The brand voice of a text, or the way to the first one. */
export function BrandVoiceField({ voices, value, onChange, formId, control, error }: BrandVoiceFieldProps) {
  return (
    <Field
      label="Brand voice"
      control={control}
      error={error}
      hint={
        voices.length === 0 ? (
          <>
            No brand voices yet.{' '}
            <Link href="/app/settings/voices" className="link">
              New brand voice
            </Link>
          </>
        ) : undefined
      }
    >
      <Select
        form={formId}
        value={value}
        disabled={voices.length === 0}
        onChange={(event) => onChange(event.target.value)}
        options={[{ value: '', label: 'None' }, ...voices.map(({ _id, name }) => ({ value: _id, label: name }))]}
      />
    </Field>
  )
}
