import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { privateFileMode, privateFolderMode } from '../storage/private-files.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}
export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Which way mails go; asks the server whether it takes our sign-in. @throws Error saying what it answered */
  verify(): Promise<'smtp' | 'outbox'>
}

/** Sends by SMTP_URL; without it every mail lands as an .eml file in `outboxDir`, to be read and tested. */
export function createMailer(settings: { smtpUrl: string | undefined; from: string; outboxDir: string }): Mailer {
  const { smtpUrl, from } = settings
  if (smtpUrl) {
    const getTransport = loadOnce((mailer) => mailer.createTransport(smtpUrl, { from }))
    return {
      async send(mail) {
        await (await getTransport()).sendMail(mail)
      },
      async verify() {
        await (await getTransport()).verify()
        return 'smtp'
      },
    }
  }
  const getTransport = loadOnce((mailer) =>
    mailer.createTransport({ streamTransport: true, buffer: true, newline: 'crlf' }, { from }),
  )
  return {
    verify: async () => 'outbox',
    async send(mail) {
      const { message } = await (await getTransport()).sendMail(mail)
      await mkdir(settings.outboxDir, { recursive: true, mode: privateFolderMode })
      const file = path.join(
        settings.outboxDir,
        `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`,
      )
      await writeFile(`${file}.part`, message as Buffer, { mode: privateFileMode })
      await rename(`${file}.part`, file)
    },
  }
}

/** Nodemailer takes 12 MB of memory, so it's loaded for the first email. */
function loadOnce<Transport>(create: (mailer: typeof import('nodemailer')) => Transport) {
  let transport: Promise<Transport> | undefined
  return () => {
    transport ??= import('nodemailer').then(create)
    return transport
  }
}
