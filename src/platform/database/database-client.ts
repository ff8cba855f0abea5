import pg from 'pg'
import { isReadOnly, markAsDatabaseError } from './database-errors.ts'

// pg-boss takes all listeners off its LISTEN connection at its first error. A pooler reports a second one right after it, which
// would end the process.
const emit = pg.Client.prototype.emit
pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...values: unknown[]) {
  return event === 'error' && this.listenerCount('error') === 0 ? false : emit.call(this, event, ...values)
}

type Release = (error?: Error | boolean) => void

/**
 * A client whose connection may end at any time without ending the process: `pg-pool` listens for errors of idle
 * clients only, and Node throws an `error` event without a listener. A running query still rejects.
 */
export class DatabaseClient extends pg.Client {
  #release: Release = () => undefined
  #refusal: Error | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', markAsDatabaseError)
    ;(this as unknown as { connection: pg.Connection }).connection.on('errorMessage', (error: Error) => {
      if (isReadOnly(error)) this.#refusal = error
    })
  }

  /** A pool sets it for each use. A connection to a server that only reads isn't used again: after a failover, a new one may lead to the primary. */
  get release(): Release {
    return (error) => this.#release(error || this.#refusal)
  }

  set release(release: Release) {
    this.#release = release
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
