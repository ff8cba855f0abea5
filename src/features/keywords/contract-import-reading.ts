import { z } from 'zod'

/** How a file was read. */
export const importReading = z.object({
  encoding: z.string().meta({ description: 'Text encoding.', examples: ['windows-1250'] }),
  encodings: z
    .array(z.string())
    .describe(
      'Encodings that are equally likely, the one that was used first. With more than one, `readings` shows what differs.',
    ),
  delimiter: z.string().nullable().describe('Character between columns. Null for a list or a workbook.'),
  decimal: z.enum(['.', ',']).describe('Decimal separator.'),
  date_order: z
    .enum(['dmy', 'mdy'])
    .nullable()
    .describe('Order of day and month in dates. Null if no date of the file shows it.'),
  header_line: z.number().describe('Line of the header. 0 without one.'),
  table: z.string().describe('Name of the table with the keywords.'),
  table_index: z.number().describe('Index of the table in the file, from 0.'),
  tables: z
    .array(z.object({ index: z.number().describe('Index of the table.'), name: z.string().describe('Its name.') }))
    .default([])
    .describe('All tables of the file.'),
  keyword_column: z
    .object({
      index: z.number().describe('Index of the column, from 0.'),
      basis: z
        .enum(['header', 'contents', 'only', 'chosen'])
        .describe('How it was found: by its header, by its cells, as the only column, or chosen by a person.'),
    })
    .describe('The column with the keywords.'),
  date_from: z
    .enum(['file', 'file_name', 'chosen'])
    .nullable()
    .describe('Where the date of the numbers comes from. Null if it’s unknown.'),
  first_rows: z
    .array(
      z.object({
        line: z.number().describe('Line number in the file, from 1.'),
        cells: z.array(z.string()).describe('The cells as text.'),
      }),
    )
    .describe('The first rows as they are in the file.'),
  readings: z
    .array(
      z.object({
        encoding: z.string().describe('Text encoding.'),
        rows: z
          .array(
            z.object({
              line: z.number().describe('Line number in the file, from 1.'),
              cells: z.array(z.string()).describe('The cells as text in this encoding.'),
            }),
          )
          .describe('The first rows that the encodings read differently.'),
      }),
    )
    .default([])
    .describe('If several encodings are equally likely, the first rows in each, to choose one. Empty otherwise.'),
})
