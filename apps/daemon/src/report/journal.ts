/** The latest log lines for a report; in memory only. */
const maxLines = 400;

export interface Journal {
  add(line: string): void;
  lines(): readonly string[];
}

/** Creates a journal in memory that keeps the latest 400 lines, each with its UTC time to the second. */
export function createJournal(): Journal {
  const kept: string[] = [];
  return {
    add(line) {
      kept.push(line);
      if (kept.length > maxLines) kept.shift();
    },
    lines: () => kept,
  };
}
