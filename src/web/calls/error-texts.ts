import { getLimitMessage, type LimitCode } from '#features/plans/rules/check-limit.ts'
import { AppError, type ErrorBody, type ErrorParams, type Failure } from '#kit/errors.ts'
import { formatCount, plural } from '#ui/format/format.ts'

/** A screen's own sentences for errors of the API. One table per feature, in its `web/error-texts.ts`. */
export type ErrorTexts = {
  /** Labels of fields as the screens show them, by their path in the call: `'personal.first_name': 'First name'`. */
  labels?: Record<string, string>
  /** Sentences by reason, or by `field:reason` where a field needs a different one. */
  reasons?: Record<string, ReasonText>
}

export type ReasonText = string | ((params: ErrorParams, label: string) => string)

type ScreenError = Pick<ErrorBody, 'code' | 'field' | 'reason' | 'params' | 'details'>

/** What a screen says about an error. `label` is the field's label where the same field has several. */
export function getErrorText(error: ScreenError, texts: ErrorTexts = {}, label = getLabel(error.field, texts)): string {
  const { code, field, reason, params = {}, details } = error
  const text =
    texts.reasons?.[`${withoutIndex(field)}:${reason}`] ?? texts.reasons?.[reason ?? ''] ?? generalReasons[reason ?? '']
  if (text !== undefined) return typeof text === 'string' ? text : text(params, label)
  if (isLimitCode(code)) return getLimitMessage(code, Number(details?.available), Number(details?.requested))
  return code === 'invalid_input' ? `${label} isn’t valid.` : generalCodes[code]
}

/** The error of a failed call; for anything else that was thrown, an `internal` one with the reason `unexpected`. */
export const toErrorBody = (thrown: unknown): ErrorBody =>
  thrown instanceof AppError
    ? thrown.toBody()
    : {
        code: 'internal',
        message: thrown instanceof Error ? thrown.message : String(thrown),
        reason: 'unexpected',
        retryable: true,
      }

/** What went wrong in one sentence, for a notice next to where it happened. */
export const getSentence = (error: unknown, texts?: ErrorTexts) => getErrorText(toErrorBody(error), texts)

/**
 * The stored error of something that failed, as the error of a call. Null without one. Earlier versions stored the sentence for
 * developers alone: its reason is `not_recorded`.
 */
export function getStoredError(of: { error: string | null; failure?: Failure | null }): ErrorBody | null {
  if (of.error === null) return null
  return { ...(of.failure ?? { code: 'internal', reason: 'not_recorded' }), message: of.error, retryable: false }
}

/** The text for one field, if the error is about it. */
export const getFieldError = (
  error: ScreenError | null | undefined,
  field: string,
  texts: ErrorTexts = {},
  label?: string,
) => (error && withoutIndex(error.field) === field ? getErrorText(error, texts, label) : undefined)

/** Several tables as one; a later one wins. */
export const joinErrorTexts = (...tables: ErrorTexts[]): ErrorTexts => ({
  labels: Object.assign({}, ...tables.map(({ labels }) => labels)),
  reasons: Object.assign({}, ...tables.map(({ reasons }) => reasons)),
})

const isLimitCode = (code: string): code is LimitCode => code.startsWith('limit_')

/** "sources.0" is about the field "sources". */
export const withoutIndex = (field = '') =>
  field
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.')

function getLabel(field: string | undefined, { labels = {} }: ErrorTexts): string {
  const path = withoutIndex(field)
  const words = path.split('.').at(-1)!.replace(/^_/, '').replaceAll('_', ' ')
  return labels[path] ?? (words ? words[0]!.toUpperCase() + words.slice(1) : 'This field')
}

const count = (value: ErrorParams[string] | undefined) => formatCount(Number(value))

const tryAgainIn = (minutes: ErrorParams[string] | undefined) =>
  `Try again in ${plural(Number(minutes ?? 1), 'minute')}.`

const formatBytes = (bytes: number) =>
  bytes >= 1e9
    ? `${formatCount(bytes / 1e9)} GB`
    : bytes >= 1e6
      ? `${formatCount(bytes / 1e6)} MB`
      : `${formatCount(bytes / 1e3)} kB`

const restarting = 'The server is restarting. Try again in a moment.'
const notSaving = 'Nothing can be saved or loaded right now. Try again in a minute.'
const reload = 'This couldn’t be sent. Reload the page and try again.'

/** Reasons any form or screen can meet. */
export const generalReasons: Record<string, ReasonText> = {
  approval_required:
    'This workspace publishes approved documents only. Send this version to review and have it approved first.',
  guest_not_allowed: 'This link is for reading only. Ask the person who sent it if you want to comment.',
  google_reconnect: 'Google no longer accepts this connection. Connect Google again.',
  google_not_allowed: 'You didn’t allow Earshot to create files. Connect Google again and check the box.',
  google_busy: 'Google limits how fast files can be created. Try again in a minute.',
  google_storage_full: 'Your Google Drive is full. Free up space or download the file instead.',
  google_blocked: 'Your organization blocks apps that use Google Drive. Download the file instead.',
  google_not_enabled: 'Google Docs and Sheets aren’t available right now. Download the file instead.',
  google_too_large: 'This is too large for Google Docs and Sheets. Download the file instead.',
  google_refused: 'Google couldn’t convert this. Download the file instead.',
  google_unreachable: 'Google couldn’t be reached. Try again later.',
  google_uncertain: 'Google didn’t answer. The file may be in your Drive: look there before you try again.',
  google_invalid_response: 'Google sent a response that couldn’t be used. Try again later.',
  search_console_reconnect: 'Google no longer accepts this connection. Connect Search Console again.',
  search_console_property_removed:
    'The connected Google account can’t read this property any more. The data so far is kept. Connect an account that can.',
  search_console_quota: 'Search Console’s quota is used up. Syncs are retried every six hours.',
  search_console_unreachable: 'Search Console couldn’t be reached. Try again later.',
  search_console_invalid_response: 'Search Console sent a response that couldn’t be used. Try again later.',
  service_account_invalid: 'This isn’t the key file of a service account. Upload the JSON file from Google Cloud.',
  missing: (_, label) => `${label} is required.`,
  too_long: ({ max }, label) => `${label} can have up to ${count(max)} characters.`,
  too_short: ({ min }, label) => `${label} needs at least ${count(min)} characters.`,
  too_many: ({ max }, label) => `${label}: choose up to ${count(max)}.`,
  too_few: ({ min }, label) => `${label}: choose at least ${count(min)}.`,
  above_maximum: ({ max }, label) => `${label} can be up to ${count(max)}.`,
  below_minimum: ({ min }, label) => `${label} must be at least ${count(min)}.`,
  invalid_email: 'Enter a valid email, such as name@example.com.',
  invalid_url: 'Enter a full URL, such as https://example.com.',
  invalid_uuid: (_, label) => `${label} isn’t valid. Reload the page and try again.`,
  invalid_format: (_, label) => `${label} isn’t valid.`,
  not_an_option: (_, label) => `${label}: choose one of the options.`,
  invalid: (_, label) => `${label} isn’t valid.`,
  unknown_field: (_, label) => `${label} isn’t known to the server. Reload the page and try again.`,

  // Made in the browser.
  server_unreachable: 'Couldn’t reach the server. Check your connection and try again.',
  connection_lost: 'The connection was lost. Check it and try again.',
  upload_interrupted: 'The connection was lost during the upload. Try again.',
  unreadable_response: 'The server sent an incomplete response. Try again in a moment.',

  // Sessions, roles and origins.
  signed_out: 'You’re signed out. Sign in and try again.',
  staff_only: 'Only staff can do this.',
  role_too_low: ({ role }) =>
    role === 'owner'
      ? 'Only the workspace owner can do this.'
      : `Your role in this workspace doesn’t allow this. Ask an admin for the ${role} role.`,
  support_not_allowed: 'You can’t do this with support access. Only the account’s owner can.',
  foreign_origin: 'This page doesn’t match the server’s address. Reload it and try again.',
  not_found: 'This no longer exists, or it’s in a workspace you’re not a member of.',
  unknown_url: 'This page doesn’t exist.',
  unknown_host: 'This address doesn’t belong to this server.',

  // Rate limits and a busy or restarting server.
  too_many_attempts: ({ minutes }) => `Too many attempts. ${tryAgainIn(minutes)}`,
  network_rate_limited: ({ minutes }) => `Too many attempts from your network. ${tryAgainIn(minutes)}`,
  pdf_failed: 'The PDF couldn’t be made. Try again, or print the page.',
  pdf_queue_full: 'Too many PDFs are being made. Try again in a minute.',
  too_many_running: 'You have too many of these running already. Wait for one to finish.',
  too_many_streams: 'Too many pages are open at the same time. Close some and try again.',
  maintenance: ({ message }) =>
    message ? String(message) : 'Earshot is down for maintenance and will be back soon. Your work is safe.',
  server_busy: 'The server is busy. Try again in a moment.',
  shutting_down: restarting,
  server_restarting: 'The server is restarting. What was finished is saved. Try again in a moment.',
  server_restarted: 'The server restarted before this finished. Check whether it was done before you try again.',
  stream_broke_off: 'The server stopped before this finished. What was finished is saved. Try again in a moment.',
  reader_disconnected: 'The connection was lost. What was finished is saved.',
  api_not_responding: 'The server isn’t responding. Try again in a moment.',
  already_running: 'This is already running. Wait a moment, then reload the page.',
  replaced_by_retry: 'This took too long, and a second try went ahead. Reload the page to see the result.',
  not_recorded: 'This failed. Try again.',
  unexpected: ({ request_id }) =>
    `Something went wrong on our side. Try again.${request_id ? ` If it keeps failing, contact support and mention ${request_id}.` : ''}`,

  // Storage.
  database_not_responding: notSaving,
  database_partly_lost: 'Reports of this workspace can’t be opened or saved right now. Try again in a minute.',
  database_slow: 'This took too long. Try again in a moment.',
  database_read_only: notSaving,
  database_full: notSaving,
  data_dir_full: notSaving,
  data_dir_not_writable: notSaving,
  data_dir_not_responding: notSaving,
  file_storage_unreachable: 'Files can’t be saved or opened right now. Try again in a moment.',
  file_storage_failed: 'Files can’t be saved or opened right now. Try again in a moment.',

  // Size and form of what is sent.
  body_too_large: ({ max_bytes }) => `This is too large. The limit is ${formatBytes(Number(max_bytes))}.`,
  took_too_long: 'This took too long and was stopped. Try again with less data.',
  out_of_memory: 'This needs too much memory and was stopped. Try again with less data.',
  too_many_rows: ({ max }) => `An Excel sheet can have up to ${count(max)} rows. Export as CSV instead.`,
  too_many_table_cells: ({ max }) =>
    `This text has more than ${count(max)} table cells. Split its tables into several texts.`,
  too_many_files: 'Upload one file at a time.',
  too_many_fields: reload,
  sent_twice: reload,
  form_field_too_long: 'A field is too long. Shorten it and try again.',
  incomplete_body: 'The connection was lost before everything was sent. Try again.',
  invalid_form: reload,
  not_multipart: reload,
  invalid_json: reload,
  not_an_object: reload,

  // ZIP archives.
  archive_damaged: 'The file isn’t a ZIP archive, or it’s damaged or incomplete. Upload the complete file.',
  archive_has_password: 'The archive has a password. Upload it without one.',
  archive_too_many_files: ({ max }) => `The archive has more than ${count(max)} files.`,
  archive_too_large: ({ max_bytes }) =>
    `The unpacked archive is larger than the limit of ${formatBytes(Number(max_bytes))}.`,
  archive_unknown_file: ({ name }) =>
    `The archive contains ${name}, which isn’t part of a workspace. Upload the archive unchanged.`,
  archive_duplicate_file: ({ name }) => `The archive contains ${name} twice. Upload the archive unchanged.`,
  archive_unsupported_format: ({ name }) =>
    `The archive contains ${name} in an unsupported format. Upload the archive unchanged.`,

  // Payment providers.
  payment_provider_not_set_up: 'This payment method isn’t available right now. Choose another one.',
  payment_provider_not_responding: ({ provider }) =>
    `${provider} isn’t responding. You weren’t charged. Try again in a moment.`,
  payment_provider_failed: ({ provider }) =>
    `${provider} couldn’t process this. You weren’t charged. Try again in a moment.`,
  payment_provider_rejected: ({ provider }) =>
    `${provider} rejected this payment. You weren’t charged. Contact support if it happens again.`,
  payment_provider_credentials:
    'This payment method isn’t available right now. You weren’t charged. Try again later, or choose another one.',

  // Calls of programs; a screen never makes them.
  api_key_required: 'Use an API key for this.',
  key_not_allowed: 'API keys can’t do this. Sign in instead.',
  missing_scope: 'This API key doesn’t have the permission for this.',
  operator_token_required: 'Only this server’s administrator can see this.',
  invalid_idempotency_key: reload,
  idempotency_key_reused: reload,
  idempotency_key_unreadable: 'Check whether this was already done before you try again.',
}

/** What is true of a code whatever its reason: for reasons no table has. */
const generalCodes: Record<Exclude<ErrorBody['code'], LimitCode | 'invalid_input'>, string> = {
  unauthenticated: 'You’re signed out. Sign in and try again.',
  invalid_credentials: 'Wrong email or password.',
  otp_required: 'Enter the six digits from your authenticator app, or a recovery code.',
  forbidden: 'You don’t have permission to do this. Ask an admin of this workspace.',
  reauthenticate: 'Confirm that it’s you to continue.',
  not_found: 'This no longer exists, or it’s in a workspace you’re not a member of.',
  conflict: 'This changed in the meantime. Reload the page and try again.',
  too_large: 'This is too large. Make it smaller and try again.',
  unsupported_type: 'This type of file isn’t supported.',
  misdirected: 'This address doesn’t belong to this server.',
  rate_limited: 'Too many attempts. Wait a moment and try again.',
  internal: 'Something went wrong on our side. Try again.',
  upstream_failed: 'A service we depend on didn’t respond. Try again in a moment.',
  unavailable: 'This isn’t available right now. Try again in a moment.',
}
