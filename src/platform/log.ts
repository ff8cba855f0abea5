import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

/** Fields every line written during a request or job carries: `request_id`, `job_id`. */
export const logContext = new AsyncLocalStorage<Record<string, string>>()

/** JSON lines on standard output, one per event; secrets are redacted by field name at any depth. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => logContext.getStore() ?? {},
    redact: {
      paths: [
        'password',
        'token',
        'authorization',
        'cookie',
        'key',
        '*.password',
        '*.token',
        '*.authorization',
        '*.cookie',
        '*.key',
        '*.secret',
      ],
      censor: '[cut]',
    },
    serializers: { err: pino.stdSerializers.err },
  }) as unknown as Log
}
