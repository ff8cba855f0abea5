import type { Call } from './client.ts'

/** What the server hands to every page's loader and action. */
export type PageContext<Trackers> = {
  /** Calls the API as this visitor, in process or over the network. */
  call: Call
  /** Allows our own inline scripts under the Content-Security-Policy. */
  nonce: string
  publicUrl: string
  signedIn: boolean
  /** Set when the page was requested on a custom domain. `origin` is that domain as its visitor reached it. */
  mapped: { workspaceId: string; target: 'reports' | 'blog'; origin: string } | null
  /** Where people sign in with Google, when that is set up. */
  google: { clientId: string; authorizeUrl: string } | null
  /** Whether people can export to Google Docs and Sheets. */
  googleExport: boolean
  /** What visitors read about and from who runs this server. */
  operator: {
    contactEmail: string | null
    /** The operator's own Markdown; null where there is none. */
    readPage(name: 'terms' | 'privacy'): Promise<string | null>
  }
  /** Trackers of others that are set up here. */
  trackers: Trackers
  /** The script of pages that are whole as HTML; null when it was not built. */
  publicScript: string | null
}
