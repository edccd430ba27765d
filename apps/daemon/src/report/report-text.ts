import { reportLimits } from '@comet/contract/daemon';
import { reportText } from '@comet/tunnel-protocol';
import type { ReportFile } from './gather-report.ts';

/** Characters that the API refuses: control characters without tab and line breaks, and unpaired surrogates. */
const refusedCharacters = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

/** Returns the files without characters that a text must not contain. */
export function printableFiles(files: readonly ReportFile[]): ReportFile[] {
  return files.map(({ name, text }) => ({ name, text: text.replaceAll(refusedCharacters, '\uFFFD') }));
}

/**
 * Shortens the longest files so that `reportText` is within the API's limit of bytes. Of a shortened file the end is kept, which has the
 * latest lines.
 */
export function withinLimit(
  files: readonly ReportFile[],
  maxBytes: number = reportLimits.bytes,
): readonly ReportFile[] {
  let kept = files;
  for (let excess = bytesOf(kept) - maxBytes; excess > 0; excess = bytesOf(kept) - maxBytes) {
    const largest = kept.reduce((one, other) => (other.text.length > one.text.length ? other : one));
    // At least one character goes, and each has at least one byte: the loop ends.
    const removed = Math.max(1, Math.min(Math.ceil(excess / 3), largest.text.length));
    if (largest.text === '') return kept;
    const cut = largest.text.slice(removed);
    const text = /^[\uDC00-\uDFFF]/.test(cut) ? cut.slice(1) : cut;
    kept = kept.map((file) => (file === largest ? { name: file.name, text } : file));
  }
  return kept;
}

function bytesOf(files: readonly ReportFile[]): number {
  return Buffer.byteLength(reportText(files));
}
