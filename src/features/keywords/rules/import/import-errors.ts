import { AppError, type ErrorParams } from '#kit/errors.ts'

/** Why a keyword file can't be imported. The screens have a sentence for each in `web/error-texts.ts`. */
export type ImportReason =
  | 'archive_damaged'
  | 'archive_empty'
  | 'archive_password'
  | 'archive_too_large'
  | 'archive_too_many_files'
  | 'archive_without_table'
  | 'export_compares'
  | 'export_not_daily'
  | 'file_empty'
  | 'file_is_archive'
  | 'file_is_document'
  | 'file_is_image'
  | 'file_is_json'
  | 'file_is_pdf'
  | 'file_is_web_page'
  | 'file_not_text'
  | 'file_too_complex'
  | 'file_too_large'
  | 'file_too_slow'
  | 'no_keyword_column'
  | 'not_queries'
  | 'not_queries_ads'
  | 'not_queries_analytics'
  | 'not_queries_bing'
  | 'not_search_export'
  | 'old_workbook'
  | 'serp_columns_missing'
  | 'too_many_cells'
  | 'too_many_columns'
  | 'too_many_sheets'
  | 'too_many_tables'
  | 'trends_regions'
  | 'trends_topics'
  | 'workbook_damaged'
  | 'workbook_too_much_text'

type ImportErrorCode = 'invalid_input' | 'unsupported_type' | 'too_large'

/** An error about the uploaded file: its field is always `file`. */
export const createImportError = (
  code: ImportErrorCode,
  reason: ImportReason,
  message: string,
  more: { params?: ErrorParams; cause?: unknown } = {},
) => new AppError(code, message, { field: 'file', reason, ...more })
