import { type Direction, getTextDirection } from '#kit/text-direction.ts'
import type { Report, Row } from '../contract.ts'
import './report-direction.css'

/** Rows that tell: all would take long in a large report. */
const maxRows = 200

/** Direction of a report: that of its keywords, or of its language where they have no letters. */
export function getReportDirection({ language, query, sections }: Pick<Report, 'language' | 'query' | 'sections'>) {
  return getRowsDirection(language, [
    { text: query },
    ...(sections.keywords ?? sections.questions ?? []),
    ...(sections.overview?.top_questions ?? []),
  ])
}

/** @param language BCP 47; empty where it isn't known */
export const getRowsDirection = (language: string, rows: readonly Pick<Row, 'text'>[]): Direction =>
  getTextDirection(
    language,
    rows
      .slice(0, maxRows)
      .map(({ text }) => text)
      .join(' '),
  )
