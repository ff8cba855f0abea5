/** Google Drive: creates files of Google's editors, and sees no other files. */

export const googleFileKinds = ['document', 'spreadsheet'] as const
export type GoogleFileKind = (typeof googleFileKinds)[number]

export type NewGoogleFile = {
  name: string
  kind: GoogleFileKind
  /** HTML of a document, CSV of a spreadsheet, in UTF-8. Google converts it. */
  content: Uint8Array<ArrayBuffer>
}

export type GoogleFile = { id: string; url: string }

export type GoogleDrive = {
  /** Whether people can connect with their Google account here. */
  canAskConsent: boolean
  /** Google’s page that asks for consent, with PKCE. */
  getConsentUrl(consent: { state: string; challenge: string; redirectUri: string }): string
  /** The refresh token. @throws AppError `google_…` */
  exchangeCode(code: { code: string; verifier: string; redirectUri: string }): Promise<string>
  /**
   * One file, or an error. Nothing is sent again unless Google refused it, because Google keeps no ids for files that it converts:
   * what was sent twice would be there twice.
   * @throws AppError `google_…`; `google_uncertain`: the file may be there
   */
  createFile(refreshToken: string, file: NewGoogleFile, signal?: AbortSignal): Promise<GoogleFile>
  /** Ends a person’s consent. Never throws. */
  revoke(refreshToken: string): Promise<void>
}
