import { guardFormula } from '#kit/formula-guard.ts'
import type { Row } from '../../../../contract.ts'
import { volumeFigure } from '../../../keyword-labels.ts'

export type ExportedKeyword = { row: Row; topic: string; parent: string }

/** Saves a topic's keywords as a CSV file that an import reads again, with its topics. */
export async function exportTopic(name: string, keywords: readonly ExportedKeyword[]) {
  const { unparse } = (await import('papaparse')).default
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\ufeff', unparse(getTopicTable(keywords))], { type: 'text/csv' }))
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'topic'}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

export const getTopicTable = (keywords: readonly ExportedKeyword[]) =>
  keywords.map(({ row, topic, parent }) => ({
    Keyword: guardFormula(row.text),
    Topic: guardFormula(topic),
    'Parent topic': guardFormula(parent),
    Volume: volumeFigure(row.volume) ?? '',
    'Keyword difficulty': row.difficulty ?? '',
    Intent: row.intent?.main ?? '',
    CPC: row.cpc?.value ?? '',
  }))
