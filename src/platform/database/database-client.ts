import pg from 'pg'
import { markAsDatabaseError } from './database-errors.ts'

/**
 * A client whose connection may end at any time without ending the process: `pg-pool` listens for errors of idle
 * clients only, and Node throws an `error` event without a listener. A running query still rejects.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', markAsDatabaseError)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  // biome-ignore lint/suspicious/noConfusingVoidType: as the class it extends has it
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    if (callback) return super.connect((error: Error) => callback(markAsDatabaseError(error)))
    return super.connect().catch((error: unknown) => {
      throw markAsDatabaseError(error)
    })
  }
}
