import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { privateFileMode, privateFolderMode } from './private-files.ts'

export type Mail = { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }
export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Which way mails go; asks the server whether it takes our sign-in. @throws Error saying what it answered */
  verify(): Promise<'smtp' | 'outbox'>
}

/** Sends by SMTP_URL; without it every mail lands as an .eml file in `outboxDir`, to be read and tested. */
export function createMailer(settings: { smtpUrl: string | undefined; from: string; outboxDir: string }): Mailer {
  if (settings.smtpUrl) {
    const transport = createTransport(settings.smtpUrl, { from: settings.from })
    return {
      async send(mail) {
        await transport.sendMail(mail)
      },
      async verify() {
        await transport.verify()
        return 'smtp'
      },
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'crlf' }, { from: settings.from })
  return {
    verify: async () => 'outbox',
    async send(mail) {
      const { message } = await transport.sendMail(mail)
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
