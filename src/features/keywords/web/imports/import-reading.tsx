import { useEffect, useState } from 'react'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { api } from '#web/calls/api.ts'
import { debounce } from '#web/calls/debounce.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import {
  type ImportAdded,
  type ImportChoices,
  type ImportKind,
  importEncodings,
  importFields,
  importKinds,
  importsContract,
  type KeywordImport,
} from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { delimiterLabel, importFieldLabel, importKindLabels } from './import-labels.ts'

export type ChangeReadingProps = {
  item: KeywordImport
  onClose: () => void
  onChanged: (changed: KeywordImport) => void
}

/** What a person changed; what isn't in it is detected. */
type Choices = ImportChoices & { kind?: ImportKind }

const previewMs = 300
const detect = { value: '', label: 'Detect' }
const options = (values: readonly string[], label: (value: string) => string = (value) => value) => [
  detect,
  ...values.map((value) => ({ value, label: label(value) })),
]

/** Dialog that changes how an import's file is read, and shows the first keywords before anything is replaced. */
export function ChangeReading({ item, onClose, onChanged }: ChangeReadingProps) {
  const [choices, setChoices] = useState<Choices>({})
  const read = usePreview(item._id, choices)
  const shown = read?.import ?? item
  const set = <Name extends keyof Choices>(name: Name, value: Choices[Name] | undefined) =>
    setChoices((before) => {
      const { [name]: _, ...rest } = before
      return value === undefined ? rest : { ...rest, [name]: value }
    })
  const form = useContractForm({
    endpoint: importsContract.read,
    fields: ['encoding', 'delimiter', 'decimal', 'date_order', 'header_line', 'kind', 'as_of', 'columns'],
    texts: keywordErrorTexts,
    getInput: () => ({ _id: item._id, ...choices }),
    send: async (input) => {
      const { import: changed } = await api(importsContract.read, input)
      notify.done(`${item.file_name} was read again: ${plural(changed.keywords, 'keyword')}.`)
      onChanged(changed)
      onClose()
      return null
    },
  })
  const setColumn = (index: number, written: string) => {
    const rest = (choices.columns ?? []).filter((column) => column.index !== index)
    if (written === '') return set('columns', rest.length > 0 ? rest : undefined)
    const field = written === 'skip' ? null : (written as (typeof importFields)[number])
    set('columns', [...rest, { index, field }])
  }
  return (
    <FormDialog
      width="l"
      title={`How ${item.file_name} is read`}
      description="Changes replace the keywords of this import. Reports created from it keep their rows."
      form={form}
      action="Read file again"
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Format" {...form.field('kind')}>
          <Select
            value={choices.kind ?? ''}
            onChange={({ target }) => set('kind', (target.value || undefined) as Choices['kind'])}
            options={options(importKinds, (kind) => importKindLabels[kind as keyof typeof importKindLabels])}
          />
        </Field>
        <Field label="Encoding" {...form.field('encoding')}>
          <Select
            value={choices.encoding ?? ''}
            onChange={({ target }) => set('encoding', (target.value || undefined) as Choices['encoding'])}
            options={options(importEncodings)}
          />
        </Field>
        <Field label="Column separator" {...form.field('delimiter')}>
          <Select
            value={choices.delimiter ?? ''}
            onChange={({ target }) => set('delimiter', target.value || undefined)}
            options={options([',', ';', '\t', '|'], delimiterLabel)}
          />
        </Field>
        <Field label="Decimal separator" {...form.field('decimal')}>
          <Select
            value={choices.decimal ?? ''}
            onChange={({ target }) => set('decimal', (target.value || undefined) as Choices['decimal'])}
            options={options(['.', ','], (mark) => (mark === '.' ? 'Point (1.5)' : 'Comma (1,5)'))}
          />
        </Field>
        <Field label="Date format" {...form.field('date_order')}>
          <Select
            value={choices.date_order ?? ''}
            onChange={({ target }) => set('date_order', (target.value || undefined) as Choices['date_order'])}
            options={options(['dmy', 'mdy'], (order) => (order === 'dmy' ? 'Day first' : 'Month first'))}
          />
        </Field>
        <Field label="Date of the numbers" {...form.field('as_of')}>
          <Input
            type="date"
            value={choices.as_of ?? ''}
            onChange={({ target }) => set('as_of', target.value || undefined)}
          />
        </Field>
        <Field label="Header row" {...form.field('header_line')}>
          <Select
            value={choices.header_line === undefined ? '' : String(choices.header_line)}
            onChange={({ target }) => set('header_line', target.value === '' ? undefined : Number(target.value))}
            options={[
              detect,
              { value: '0', label: 'No header' },
              ...(shown.reading?.first_rows ?? []).map(({ line, cells }) => ({
                value: String(line),
                label: `Line ${formatCount(line)}: ${cells.join(' · ').slice(0, 60)}`,
              })),
            ]}
          />
        </Field>
      </div>
      <ColumnChoices item={shown} choices={choices} onChange={setColumn} />
      {read && <Preview {...read} />}
    </FormDialog>
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
              <TableHead key={`${index}${header}`} className="min-w-36">
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

/** What the file would be read as; null until it's read, or where it can't be. */
function usePreview(id: string, choices: Choices): ImportAdded | null {
  const [read, setRead] = useState<ImportAdded | null>(null)
  useEffect(() => {
    const preview = (signal: AbortSignal) =>
      api(importsContract.read, { _id: id, ...choices, dry_run: true }, { signal }).then(
        (answer) => !signal.aborted && setRead(answer),
        // Reading it again says what is wrong.
        () => undefined,
      )
    return debounce(preview, previewMs)
  }, [id, choices])
  return read
}

function Preview({ import: { keywords, rejected_total, unread_total, reading }, sample }: ImportAdded) {
  return (
    <div className="grid gap-1 rounded-l border border-line px-3.5 py-3 text-s" role="status">
      <p>
        <b className="font-[550]">{plural(keywords, 'keyword')}</b>
        {rejected_total > 0 && `, ${plural(rejected_total, 'row')} skipped`}
        {unread_total > 0 && `, ${plural(unread_total, 'cell')} left out`}. Encoding: {reading?.encoding}
      </p>
      <p className="truncate text-ink-2">{sample.map(({ text }) => text).join(' · ')}</p>
    </div>
  )
}
