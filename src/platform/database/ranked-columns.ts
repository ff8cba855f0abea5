import { type RawBuilder, sql } from 'kysely'

/** Columns of a table as ranks: for each row, in order, the rank of its value among the distinct values, from 1; 0 without a value. */

export type RankedColumn = {
  /** One byte per row, for columns with few values. */
  narrow?: boolean | undefined
  /** Also with the values, one a line in the order of their ranks. */
  labeled: boolean
}

/** Selects `ranks` and `labels`. @param valued selects `n`, the order of the rows, and `value` */
export const rankValues = (valued: RawBuilder<unknown>, { narrow, labeled }: RankedColumn) => sql`
  with valued as materialized (${valued})
  select string_agg(${narrow ? sql`substring(int4send(rank) from 4)` : sql`int4send(rank)`}, '' order by n) as ranks,
    ${
      labeled
        ? sql`coalesce((select string_agg(value::text, e'\n' order by value)
            from (select distinct value from valued where value is not null) v), '')`
        : sql`null`
    } as labels
  from (select n, case when value is null then 0 else dense_rank() over (order by value) end::integer as rank from valued) ranked`

/** Ranks of rows from the database's bytes in base64, which the driver reads faster than its hexadecimal. */
export function readRanks(base64: string, narrow = false): Uint8Array | Uint32Array {
  const bytes = Buffer.from(base64, 'base64')
  return narrow ? new Uint8Array(bytes) : getNumbers(bytes)
}

export const readLabels = (labels: string) => (labels === '' ? [] : labels.split('\n'))

/** The database sends big-endian bytes. */
function getNumbers(bytes: Buffer): Uint32Array {
  // Copies small buffers, which share memory at any offset, because typed arrays need alignment.
  const own = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  own.swap32()
  return new Uint32Array(own.buffer, own.byteOffset, own.length / 4)
}
