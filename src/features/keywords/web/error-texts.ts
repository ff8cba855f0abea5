import { formatCount } from '#ui/format/format.ts'
import type { ErrorTexts, ReasonText } from '#web/calls/error-texts.ts'
import type { TableSubject } from '../contract.ts'
import type { ImportReason } from '../rules/import/import-errors.ts'

const sendInstead = 'Upload a CSV, TSV, TXT or XLSX file.'

const importReasons: Record<ImportReason, ReasonText> = {
  archive_damaged: 'The file is damaged and can’t be unpacked. Export it again.',
  archive_empty: 'The zip file is empty.',
  archive_password: 'The zip file is password-protected. Upload it without a password.',
  archive_too_large: ({ max_mb }) => `The unpacked file is larger than ${max_mb} MB. Upload a smaller file.`,
  archive_too_many_files: ({ max }) =>
    `The zip file has more than ${formatCount(Number(max))} files. Upload only the keyword file.`,
  archive_without_table: 'The zip file has no readable CSV or text file.',
  export_compares: 'This export compares two periods. Remove the comparison in Search Console and export again.',
  export_not_daily: 'The dates in this export aren’t days. In Search Console, show the chart by day and export again.',
  file_empty: 'The file is empty.',
  file_is_archive: 'This is a compressed file. Unpack it and upload a CSV, TSV, TXT, XLSX or zip file.',
  file_is_document: 'This type of document isn’t supported. Save it as .xlsx or .csv.',
  file_is_image: `This is an image. ${sendInstead}`,
  file_is_json: `This is a JSON file. ${sendInstead}`,
  file_is_pdf: `This is a PDF. ${sendInstead}`,
  file_is_web_page: `This is a web page or XML file. ${sendInstead}`,
  file_not_text: `The file has no readable text. ${sendInstead}`,
  file_too_complex: 'The file is too complex to import. Split it into smaller files.',
  file_too_large: ({ max_mb }) => `The file is larger than ${max_mb} MB. Split it or remove columns you don’t need.`,
  file_too_slow: ({ seconds }) =>
    `Reading the file took longer than ${seconds} seconds and was stopped. Split it into smaller files.`,
  no_keyword_column: 'No keyword column found. Name it “Keyword” in the first row.',
  not_queries: ({ table }) =>
    table === 'all'
      ? 'This Search Console export has no queries. Discover, News and indexing reports have none. Open Performance on Search results, export it and upload that zip file.'
      : `This is ${tableNames[table as TableSubject]} of a Search Console export, not its queries. Upload Queries.csv or the whole zip file.`,
  not_queries_ads:
    'This is an ads report without keywords. Download the report of search keywords or search terms and upload that.',
  not_queries_analytics:
    'This is a Google Analytics export without queries. Open the Queries report under Search Console, download it and upload that.',
  not_queries_bing:
    'This is a Bing Webmaster Tools export without keywords. In Search Performance, select Keywords, download the table and upload that.',
  not_search_export:
    'This isn’t a Search Console export. Upload the file that its Export button gives, or a table with the columns query, clicks, impressions and position.',
  old_workbook: 'This is an old .xls file or a password-protected workbook. Save it as .xlsx without a password.',
  serp_columns_missing: 'A SERP file needs three columns: keyword, rank and URL. Name them in the first row.',
  too_many_cells: ({ max }) => `The file has more than ${formatCount(Number(max))} cells. Split it into smaller files.`,
  too_many_columns: ({ max }) =>
    `The file has more than ${formatCount(Number(max))} columns. Remove the ones you don’t need.`,
  too_many_sheets: ({ max }) => `The workbook has more than ${max} sheets. Upload only the one with the keywords.`,
  too_many_tables: ({ max }) => `The zip file has more than ${max} tables. Upload only the one with the keywords.`,
  trends_regions:
    'This is Google Trends’ interest by region, which has no keywords. Upload related queries or interest over time instead.',
  trends_topics: 'These are Google Trends’ related topics, which aren’t keywords. Upload related queries instead.',
  workbook_damaged: 'The workbook is damaged. Save it again and upload the new file.',
  workbook_too_much_text: 'The workbook has too much text. Split it into smaller files.',
}

const tableNames: Record<TableSubject, string> = {
  keywords: 'another table',
  pages: 'the pages table',
  countries: 'the countries table',
  devices: 'the devices table',
  dates: 'the dates table',
  other: 'another table',
}

export const keywordErrorTexts: ErrorTexts = {
  labels: { name: 'Name', file: 'The file', items: 'Keywords', 'items.text': 'A keyword' },
  reasons: {
    ...importReasons,
    'file:missing': 'Choose a file.',
    encoding_open: 'Choose the spelling that is right.',
    import_file_missing:
      'The file of this import isn’t stored on this server. Upload it again to change how it’s read.',
    import_missing: 'This import was deleted.',
    'name:missing': 'Enter a name.',
    'items:missing': 'Enter at least one keyword.',
    'items.text:too_long': ({ start, max }) => `“${start}…” is longer than ${max} characters.`,
    'items.text:missing': 'One line has no visible characters. Remove it.',
    list_missing: 'This list was deleted. Deleted lists can be restored for 24 hours.',
    list_name_taken: ({ name }) => `A list named “${name}” already exists. Choose another name.`,
    list_full: ({ max, keywords }) =>
      `A list can have up to ${formatCount(Number(max))} keywords. With these it would have ${formatCount(Number(keywords))}. Create another list.`,
    too_many_lists: ({ max }) =>
      `A workspace can have up to ${formatCount(Number(max))} lists. Delete a list you no longer need.`,
  },
}
