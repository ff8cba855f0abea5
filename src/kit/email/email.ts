/** An email's content. `renderEmail` turns it into both parts of the message: HTML and plain text. */
export type Email = {
  subject: string
  /** Shown beside the subject in an inbox: what the email says, not a repetition of the subject. */
  preview: string
  /** The workspace it's about, shown in the header. Default: Earshot. */
  workspace?: { name: string; color: string | null; logo?: string | null }
  /** At the right of the header, already formatted. */
  date?: string
  heading: string
  parts: EmailPart[]
  /** The one thing to do. */
  action?: EmailLink
  /** Paragraphs below the button. */
  after?: string[]
  /** Why this person gets it. */
  why: string
  links?: EmailLink[]
}

export type EmailLink = { label: string; link: string }

export type EmailPart =
  | { kind: 'text'; text: string; quiet?: boolean }
  /** To copy by hand. */
  | { kind: 'codes'; codes: string[] }
  | { kind: 'numbers'; numbers: { value: string; label: string }[] }
  | { kind: 'warning'; text: string }
  | { kind: 'section'; title: string; detail: string; link: string }
  | { kind: 'list'; title: string; sign: '+' | '-'; rows: EmailRow[]; more: number }
  /** What people wrote: each with what it's about as a link, who wrote it, and the text, which may be empty. */
  | {
      kind: 'quotes'
      /** Null where the email's heading says it. */
      title: string | null
      rows: { about: string; detail: string; text: string; link: string }[]
      more: number
    }

/** `value` at the right, such as searches a month, with `note` below it. */
export type EmailRow = { text: string; detail: string; value: string | null; note: string | null }

export type RenderedEmail = { subject: string; preview: string; text: string; html: string }

/** One of a feature's emails with sample data, for the staff's preview. */
export type EmailSample = { name: string; sentTo: string; email: RenderedEmail }
