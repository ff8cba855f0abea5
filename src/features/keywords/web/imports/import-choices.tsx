import { useEffect, useState } from 'react'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { debounce } from '#web/calls/debounce.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import {
  type ImportAdded,
  type ImportChoices,
  type ImportKind,
  importEncodings,
  importFields,
  importKinds,
  type KeywordImport,
} from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { delimiterLabel, encodingLabel, importFieldLabel, importKindLabels } from './import-labels.ts'

/** What a person changed; what isn't in it is detected. */
export type Choices = ImportChoices & { kind?: ImportKind }
export type SetChoice = <Name extends keyof Choices>(name: Name, value: Choices[Name] | undefined) => void

const previewMs = 300
const detect = { value: '', label: 'Detect' }
const options = (values: readonly string[], label: (value: string) => string = (value) => value) => [
  detect,
  ...values.map((value) => ({ value, label: label(value) })),
]

/** What a person decided about a file, and how it would be read. `read` reads it without storing anything. */
export function useReading(
  read: (choices: Choices) => Promise<ImportAdded>,
  { first, start = {} }: { first: ImportAdded | null; start?: Choices },
) {
  const [choices, setChoices] = useState<Choices>(start)
  const [preview, setPreview] = useState<{ read: ImportAdded | null; error: string | null; of: Choices | null }>({
    read: first,
    error: null,
    of: first && start,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once for each change.
  useEffect(() => {
    if (preview.of === choices) return
    return debounce(async (signal) => {
      try {
        const answer = await read(choices)
        if (!signal.aborted) setPreview({ read: answer, error: null, of: choices })
      } catch (thrown) {
        if (!signal.aborted)
          setPreview((before) => ({ ...before, error: getSentence(thrown, keywordErrorTexts), of: choices }))
      }
    }, previewMs)
  }, [choices])
  const set: SetChoice = (name, value) =>
    setChoices((before) => {
      const { [name]: _, ...rest } = before
      return value === undefined ? rest : { ...rest, [name]: value }
    })
  return { choices, set, preview }
}

export type ReadingFieldsProps = {
  item: KeywordImport
  choices: Choices
  set: SetChoice
  /** What a `Field` takes from the call's contract. */
  field: (name: ReadingField) => Omit<FieldProps, 'label' | 'children'>
}

export const readingFields = [
  'encoding',
  'delimiter',
  'decimal',
  'date_order',
  'header_line',
  'table_index',
  'kind',
  'as_of',
  'columns',
] as const
export type ReadingField = (typeof readingFields)[number]

/** Every decision about a file, to change it. */
export function ReadingFields({ item, choices, set, field }: ReadingFieldsProps) {
  const tables = item.reading?.tables ?? []
  const setColumn = (index: number, written: string) => {
    const rest = (choices.columns ?? []).filter((column) => column.index !== index)
    if (written === '') return set('columns', rest.length > 0 ? rest : undefined)
    const chosen = written === 'skip' ? null : (written as (typeof importFields)[number])
    set('columns', [...rest, { index, field: chosen }])
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Format" {...field('kind')}>
          <Select
            value={choices.kind ?? ''}
            onChange={({ target }) => set('kind', (target.value || undefined) as Choices['kind'])}
            options={options(importKinds, (kind) => importKindLabels[kind as keyof typeof importKindLabels])}
          />
        </Field>
        <Field label="Encoding" {...field('encoding')}>
          <Select
            value={choices.encoding ?? ''}
            onChange={({ target }) => set('encoding', (target.value || undefined) as Choices['encoding'])}
            options={options(importEncodings, encodingLabel)}
          />
        </Field>
        <Field label="Column separator" {...field('delimiter')}>
          <Select
            value={choices.delimiter ?? ''}
            onChange={({ target }) => set('delimiter', target.value || undefined)}
            options={options([',', ';', '\t', '|'], delimiterLabel)}
          />
        </Field>
        <Field label="Decimal separator" {...field('decimal')}>
          <Select
            value={choices.decimal ?? ''}
            onChange={({ target }) => set('decimal', (target.value || undefined) as Choices['decimal'])}
            options={options(['.', ','], (mark) => (mark === '.' ? 'Point (1.5)' : 'Comma (1,5)'))}
          />
        </Field>
        <Field label="Date format" {...field('date_order')}>
          <Select
            value={choices.date_order ?? ''}
            onChange={({ target }) => set('date_order', (target.value || undefined) as Choices['date_order'])}
            options={options(['dmy', 'mdy'], (order) => (order === 'dmy' ? 'Day first' : 'Month first'))}
          />
        </Field>
        <Field label="Date of the numbers" {...field('as_of')}>
          <Input
            type="date"
            value={choices.as_of ?? ''}
            onChange={({ target }) => set('as_of', target.value || undefined)}
          />
        </Field>
        {tables.length > 1 && (
          <Field label="Table" {...field('table_index')}>
            <Select
              value={choices.table_index === undefined ? '' : String(choices.table_index)}
              onChange={({ target }) => {
                set('table_index', target.value === '' ? undefined : Number(target.value))
                // These were about the other table.
                set('header_line', undefined)
                set('columns', undefined)
              }}
              options={[
                detect,
                ...tables.map(({ index, name }) => ({ value: String(index), label: name || `Table ${index + 1}` })),
              ]}
            />
          </Field>
        )}
        <Field label="Header row" {...field('header_line')}>
          <Select
            value={choices.header_line === undefined ? '' : String(choices.header_line)}
            onChange={({ target }) => set('header_line', target.value === '' ? undefined : Number(target.value))}
            options={[
              detect,
              { value: '0', label: 'No header' },
              ...(item.reading?.first_rows ?? []).map(({ line, cells }) => ({
                value: String(line),
                label: `Line ${formatCount(line)}: ${cells.join(' · ').slice(0, 60)}`,
              })),
            ]}
          />
        </Field>
      </div>
      <ColumnChoices item={item} choices={choices} onChange={setColumn} />
    </div>
  )
}

function ColumnChoices(props: {
  item: KeywordImport
  choices: Choices
  onChange: (index: number, field: string) => void
}) {
  const { item, choices, onChange } = props
  const rows = (item.reading?.first_rows ?? [])
    .filter(({ line }) => line > (item.reading?.header_line ?? 0))
    .slice(0, 5)
  const chosen = new Map((choices.columns ?? []).map(({ index, field }) => [index, field]))
  return (
    <div className="max-h-70 overflow-auto">
      <Table caption={`First rows of ${item.file_name}`}>
        <thead>
          <tr>
            {item.columns.map(({ header, field }, index) => (
              <TableHead key={`${index}${header}`} className="min-w-44 pb-2">
                <span className="block truncate">{header || `Column ${index + 1}`}</span>
                <Select
                  scale="s"
                  aria-label={`Field of ${header || `column ${index + 1}`}`}
                  value={chosen.has(index) ? (chosen.get(index) ?? 'skip') : ''}
                  onChange={({ target }) => onChange(index, target.value)}
                  options={[
                    { value: '', label: `Detected: ${field ? importFieldLabel(field) : 'not used'}` },
                    { value: 'skip', label: 'Not used' },
                    ...importFields.map((value) => ({ value, label: importFieldLabel(value) })),
                  ]}
                />
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <TableRow key={line}>
              {item.columns.map(({ header }, index) => (
                <TableCell key={`${index}${header}`} className="max-w-60 truncate">
                  {cells[index] ?? ''}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** What the file is read as. */
export function ReadingPreview({ read, error }: { read: ImportAdded | null; error: string | null }) {
  if (error) return <ErrorNote>{error}</ErrorNote>
  if (!read) return null
  const { keywords, rejected_total, unread_total } = read.import
  return (
    <div className="grid gap-1 rounded-l border border-line px-3.5 py-3 text-s" role="status">
      <p>
        <b className="font-[550]">{plural(keywords, 'keyword')}</b>
        {rejected_total > 0 && `, ${plural(rejected_total, 'row')} skipped`}
        {unread_total > 0 && `, ${plural(unread_total, 'cell')} left out`}
      </p>
      <p className="truncate text-ink-2">{read.sample.map(({ text }) => text).join(' · ')}</p>
    </div>
  )
}
