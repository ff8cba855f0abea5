import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { Destination, DestinationDefaults } from '../../contract.ts'

export type DefaultsFieldsProps = {
  defaults: DestinationDefaults
  destination: Destination | undefined
  onChange: (defaults: DestinationDefaults) => void
}

const toNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Our fields that a Webflow collection can take. */
const mappedFields = [
  ['content', 'Text'],
  ['excerpt', 'Excerpt'],
  ['cover', 'Featured image'],
  ['meta_title', 'Meta title'],
  ['meta_description', 'Meta description'],
  ['author', 'Author'],
  ['tags', 'Tags'],
  ['marker', 'Earshot post ID'],
] as const

/** Where posts go on a destination, and what new ones start with. */
export function DefaultsFields({ defaults, destination, onChange }: DefaultsFieldsProps) {
  const collections = destination?.collections ?? []
  const chosen = collections.find(({ _id }) => _id === defaults.collection)
  const fields = defaults.fields ?? {}
  return (
    <>
      {collections.length > 0 && (
        <Field
          label={destination?.kind === 'webflow' ? 'Collection' : 'Blog'}
          hint="Where posts go."
          control={{ name: 'collection' }}
        >
          <Select
            value={defaults.collection ?? ''}
            onChange={(event) => onChange({ ...defaults, collection: event.target.value })}
            options={[
              { value: '', label: 'Choose one' },
              ...collections.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        </Field>
      )}
      {chosen && chosen.fields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {mappedFields.map(([name, label]) => (
            <Field key={name} label={label}>
              <Select
                value={fields[name] ?? ''}
                onChange={(event) => {
                  const { [name]: _, ...others } = fields
                  const theirs = event.target.value
                  onChange({ ...defaults, fields: theirs ? { ...others, [name]: theirs } : others })
                }}
                options={[
                  { value: '', label: 'Not sent' },
                  ...chosen.fields.map((field) => ({
                    value: field.name,
                    label: `${field.label}${field.required ? ' (required)' : ''}`,
                  })),
                ]}
              />
            </Field>
          ))}
        </div>
      )}
      <Disclosure summary="Defaults of new posts">
        <div className="grid gap-4 pt-2">
          <Field label="Author" hint="As they’re named on the site. Leave empty for its default.">
            <Input
              defaultValue={defaults.author ?? ''}
              maxLength={200}
              onChange={(event) => onChange({ ...defaults, author: event.target.value })}
            />
          </Field>
          <Field label="Categories" hint="Separate categories with commas. Missing ones are created.">
            <Input
              defaultValue={(defaults.categories ?? []).join(', ')}
              onChange={(event) => onChange({ ...defaults, categories: toNames(event.target.value) })}
            />
          </Field>
          <Field label="Tags" hint="Separate tags with commas. Missing ones are created.">
            <Input
              defaultValue={(defaults.tags ?? []).join(', ')}
              onChange={(event) => onChange({ ...defaults, tags: toNames(event.target.value) })}
            />
          </Field>
        </div>
      </Disclosure>
    </>
  )
}
