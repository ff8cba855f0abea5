import { useEffect, useState } from 'react'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { contentPlanContract } from '../contract.ts'
import { pillarChoice } from '../rules/item-edits.ts'
import type { Option } from './item-labels.ts'

type Props = { planId: string; value: string; onChange: (value: string) => void }

const maxPages = 5

/** Where a new item stands: a pillar, a spoke of one, or a spoke without one. */
export function PillarSelect({ planId, value, onChange }: Props) {
  const [pillars, setPillars] = useState<Option[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const query = { _id: planId, filters: { role: 'pillar' as const }, sort: 'title' as const, limit: 100 }
      const found: Option[] = []
      for (let page = 1; page <= maxPages; page++) {
        const { items, total } = await api(contentPlanContract.items, { ...query, page })
        found.push(...items.map(({ _id, title }) => ({ value: _id, label: title })))
        if (found.length >= total) break
      }
      if (isCurrent) setPillars(found)
    }
    // Without the pillars the item can still be added, and get its pillar on its page.
    read().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [planId])
  return (
    <Select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: pillarChoice, label: 'This is a pillar' },
        { value: '', label: 'Spoke without a pillar' },
        ...pillars.map(({ value: id, label }) => ({ value: id, label: `Spoke of ${label}` })),
      ]}
    />
  )
}
