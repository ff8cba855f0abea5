import type { ToolType } from './contract.ts'

export type ReservationValues = [
  workspaceId: string,
  payerId: string,
  tool: string,
  periodStart: Date,
  amount: number,
  now: Date,
]

/** Units reserved for a piece of work; refund them if it produces nothing. */
export type Reservation = { userId: string; tool: ToolType; amount: number; periodStart: Date }

/** A reservation to embed in another feature's SQL statement. */
export type ReservationStatement = {
  /**
   * Common table expressions; `taken` has a row when the units were taken. That needs a row of `condition` too, whose text ends
   * in a `where`; it is looked for, and locked, once the workspace is held.
   */
  sql(condition: { name: string; text: string }): string
  /** $1 to $6; the first is the workspace. */
  values: ReservationValues
  reservation: Reservation
}
