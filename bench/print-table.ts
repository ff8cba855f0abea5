/** Prints rows in columns, numbers to the right. */
export function printTable(headings: string[], rows: (string | number)[][]) {
  const cells = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => (/^[\d.,-]+$/.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
  console.log(
    [line(headings), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.slice(1).map(line)].join('\n'),
  )
}
