import { z } from 'zod'

const day = (field: string, description: string) =>
  z.iso.date(`${field} must be a date such as 2026-11-19.`).meta({ description, examples: ['2026-11-19'] })

export const period = {
  from: day('from', 'First day. Default: 27 days before `to`.').optional(),
  to: day('to', 'Last day. Default: the last complete day.').optional(),
}
