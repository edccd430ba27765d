/** A file of a report for support. */
interface ReportPart {
  readonly name: string;
  readonly text: string;
}

/** Combines all files of a report in one text, each under its name: what the user reads, and what is sent. */
export function reportText(files: readonly ReportPart[]): string {
  return files.map(({ name, text }) => `== ${name}\n${text.trimEnd()}\n`).join('\n');
}
