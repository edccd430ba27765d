import type { ResultOf } from '@comet/tunnel-protocol';

type ReportFiles = ResultOf<'report'>['files'];

/** All parts of a report in one text, each under its name. */
export function reportText(files: ReportFiles): string {
  return files.map(({ name, text }) => `== ${name}\n${text.trimEnd()}\n`).join('\n');
}

/** Its size in kB of UTF-8, at least one. */
export function kilobytesOf(text: string): number {
  return Math.max(1, Math.round(new TextEncoder().encode(text).length / 1000));
}
