import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { countries, languageName, languages } from '#web/components/locales.ts'
import { getLanguageGaps } from '../../rules/questions/language-support.ts'
import { getLanguageNote } from '../language-note.ts'
import type { Draft } from './new-report-draft.ts'

type LocaleFieldsProps = {
  draft: Pick<Draft, 'country' | 'language'>
  getError: (...fields: string[]) => string | undefined
  onChange: (part: Partial<Draft>) => void
}

/** Country and language of a report, with what its language lacks. */
export function LocaleFields({ draft: { country, language }, getError, onChange }: LocaleFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Country" error={getError('country')}>
        <Select
          name="country"
          value={country}
          onChange={(event) => onChange({ country: event.target.value })}
          options={countries}
        />
      </Field>
      <Field
        label="Language"
        hint={getLanguageNote(languageName(language), getLanguageGaps(language))}
        error={getError('language')}
      >
        <Select
          name="language"
          value={language}
          onChange={(event) => onChange({ language: event.target.value })}
          options={languages}
        />
      </Field>
    </div>
  )
}
