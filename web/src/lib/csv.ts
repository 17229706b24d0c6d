// Tables as `nazo analyze --csv` and spreadsheets write them: commas, quotes that are doubled inside quotes.

export interface CsvRow {
  /** Where it begins, counted from 1. */
  line: number
  cells: string[]
}

export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let cell = ''
  let quoted = false
  let line = 1
  const endRow = () => {
    row.cells.push(cell)
    if (row.cells.length > 1 || cell !== '') rows.push(row)
    row = { line: line + 1, cells: [] }
    cell = ''
  }
  for (let at = 0; at < text.length; ++at) {
    const letter = text[at]
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text[++at]
    else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === ',') {
      row.cells.push(cell)
      cell = ''
    } else if (!quoted && letter === '\n') endRow()
    else if (quoted || letter !== '\r') cell += letter
    if (letter === '\n') ++line
  }
  if (cell !== '' || row.cells.length > 0) endRow()
  return rows
}

/** Is the first line a header with a column of puzzles? */
export function looksLikePuzzleRows(text: string): boolean {
  const [header] = csvRows(text.slice(0, text.indexOf('\n') + 1))
  return !!header && header.cells.length > 1 && header.cells.includes('puzzle')
}

/** A row a puzzle: its cells by the names of their columns. */
export function puzzleRows(text: string): { line: number; named: Record<string, string> }[] {
  const [header, ...rows] = csvRows(text)
  return rows.map(({ line, cells }) => ({
    line,
    named: Object.fromEntries(header.cells.map((name, at) => [name, cells[at] ?? ''])),
  }))
}
