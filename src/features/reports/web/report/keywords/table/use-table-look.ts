import { useMemo, useState } from 'react'
import { useUserSetting } from '#web/session/use-user-setting.ts'
import type { Density } from '../keywords-toolbar.tsx'
import { type ColumnWidths, readColumns, readWidths } from './column-layout.ts'
import type { ColumnId } from './table-model.ts'

type TableLook = { columns?: ColumnId[]; widths?: ColumnWidths; density?: Density }

/** A table's columns, their order and widths, and its density, stored with the account. `chosen` is null until someone chooses columns. */
export function useTableLook(storageKey: string) {
  const stored = useUserSetting<TableLook>({ path: `preferences/${storageKey}` })
  const [changed, setChanged] = useState<TableLook>({})
  const look = { ...stored.content, ...changed }
  const change = (part: TableLook) => {
    const next = { ...look, ...part }
    setChanged(next)
    stored.save(next)
  }
  const names = look.columns?.join() ?? ''
  const chosen = useMemo(() => readColumns(names.split(',')), [names])
  const sizes = JSON.stringify(look.widths ?? {})
  const widths = useMemo(() => readWidths(JSON.parse(sizes) as Record<string, unknown>), [sizes])
  const density: Density = look.density === 'dense' ? 'dense' : 'normal'
  return { chosen, widths, density, change }
}
