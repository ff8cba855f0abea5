import { Search } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { Cluster } from '../../../contract.ts'
import { getIntentLabel, intentColors } from './topic-labels.ts'
import { isFiltered, noFilter, type TopicFilter } from './topic-list-model.ts'

export type TopicFiltersProps = {
  clusters: Cluster[]
  filter: TopicFilter
  onChange: (filter: TopicFilter) => void
}

const any = ''
const volumes = [10, 100, 1000, 10_000]

/** Narrows the list: words, parent, intent, volume, and keywords alone. Only what this report has is offered. */
export function TopicFilters({ clusters, filter, onChange }: TopicFiltersProps) {
  const parents = clusters.filter(({ kind }) => kind === 'parent')
  const intents = Object.keys(intentColors).filter((name) => clusters.some(({ intent }) => intent === name))
  const set = (part: Partial<TopicFilter>) => onChange({ ...filter, ...part })
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter topics">
      <span className="w-full">
        <Input
          scale="s"
          type="search"
          icon={<Search size={14} />}
          placeholder="Search topics"
          aria-label="Words of a topic"
          value={filter.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </span>
      {parents.length > 0 && (
        <Select
          scale="s"
          className="min-w-28 flex-1"
          aria-label="Parent topic"
          value={filter.parentId ?? any}
          onChange={(event) => set({ parentId: event.target.value || null })}
          options={[
            { value: any, label: 'Any parent' },
            ...parents.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
      )}
      {intents.length > 1 && (
        <Select
          scale="s"
          className="min-w-28 flex-1"
          aria-label="Intent"
          value={filter.intent ?? any}
          onChange={(event) => set({ intent: event.target.value || null })}
          options={[
            { value: any, label: 'Any intent' },
            ...intents.map((name) => ({ value: name, label: getIntentLabel(name) })),
          ]}
        />
      )}
      {clusters.some(({ volume }) => volume !== null) && (
        <Select
          scale="s"
          className="min-w-28 flex-1"
          aria-label="Volume"
          value={filter.minVolume === null ? any : String(filter.minVolume)}
          onChange={(event) => set({ minVolume: event.target.value ? Number(event.target.value) : null })}
          options={[
            { value: any, label: 'Any volume' },
            ...volumes.map((minVolume) => ({
              value: String(minVolume),
              label: `${minVolume.toLocaleString('en-US')}+`,
            })),
          ]}
        />
      )}
      {clusters.some(({ kind }) => kind === 'standalone') && (
        <Select
          scale="s"
          className="min-w-28 flex-1"
          aria-label="Size"
          value={filter.kind}
          onChange={(event) => set({ kind: event.target.value as TopicFilter['kind'] })}
          options={[
            { value: 'all', label: 'Any size' },
            { value: 'topic', label: '2+ keywords' },
            { value: 'standalone', label: 'Standalone' },
          ]}
        />
      )}
      {clusters.some(({ own }) => own) && (
        <Select
          scale="s"
          className="min-w-28 flex-1"
          aria-label="Your page"
          value={filter.own}
          onChange={(event) => set({ own: event.target.value as TopicFilter['own'] })}
          options={[
            { value: 'all', label: 'Any page' },
            { value: 'with', label: 'With a page' },
            { value: 'without', label: 'No page yet' },
          ]}
        />
      )}
      {isFiltered(filter) && (
        <Button size="s" variant="quiet" onClick={() => onChange(noFilter)}>
          Clear filters
        </Button>
      )}
    </search>
  )
}
