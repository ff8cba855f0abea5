import path from 'node:path'
import type { Config } from '#config'
import { hostAndPort } from '../outbound/host-and-port.ts'
import { createOutbound } from '../outbound/outbound-fetch.ts'
import { createS3Storage } from './s3-storage.ts'
import { createLocalStorage, type Storage } from './storage.ts'

/** The file store of this installation: the bucket that was named, else a folder. */
export function chooseStorage(config: Config, userAgent: string): { storage: Storage; close(): Promise<unknown> } {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT } = config
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return { storage: createLocalStorage(path.join(config.DATA_DIR, 'files')), close: async () => undefined }
  // Where the operator points it is trusted, private or not.
  const own = S3_ENDPOINT ? [hostAndPort(S3_ENDPOINT)] : []
  const outbound = createOutbound({ allow: [...config.OUTBOUND_ALLOW, ...own], userAgent })
  const storage = createS3Storage(
    {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: config.S3_REGION ?? 'us-east-1',
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    },
    () => outbound.dispatcher,
  )
  return { storage, close: () => outbound.close() }
}
