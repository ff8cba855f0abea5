import { z } from 'zod'

/**
 * The list an answer is about: a row that doesn't fit is left out, the rest is read. Fails when rows came and none of
 * them fits, since that is a changed format and not an empty answer.
 */
export const mainRows = <Row extends z.ZodType>(row: Row) =>
  z.array(z.unknown()).transform((items, context): z.output<Row>[] => {
    const rows = fitting(items, row)
    if (rows.length === 0 && items.length > 0)
      context.addIssue({ code: 'custom', message: `none of ${items.length} rows could be read` })
    return rows
  })

/** A list beside the main one: whatever can't be read is left out, up to the whole list. */
export const sideRows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((items): z.output<Row>[] => fitting(items ?? [], row))

/** A field a row can do without: null when it is missing or of another type. */
export const optionalField = <Field extends z.ZodType>(field: Field) =>
  field
    .nullish()
    .catch(null)
    .transform((value) => value ?? null)

const fitting = <Row extends z.ZodType>(items: unknown[], row: Row): z.output<Row>[] =>
  items.flatMap((item) => {
    const read = row.safeParse(item)
    return read.success ? [read.data] : []
  })
