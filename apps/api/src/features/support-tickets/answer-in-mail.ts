/** Where mail programs begin what they quote or sign; in the languages that our customers' programs speak most. */
const cuts: readonly RegExp[] = [
  /^--$/,
  /^_{8,}$/,
  /^-{2,} ?(original message|forwarded message|ursprüngliche nachricht|message d'origine) ?-{2,}$/i,
  /^(from|von|de): .{1,300}$/i,
];
const attributions: readonly RegExp[] = [
  /^on .{5,300} wrote:$/i,
  /^am .{5,300} schrieb .{1,200}:$/i,
  /^le .{5,300} a écrit ?:$/i,
  /^el .{5,300} escribió:$/i,
];

/** What somebody wrote in an answer by mail: without what was quoted below it, and without a signature. */
export function answerIn(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const quoteAt = lines.findIndex((_, index) => beginsQuote(lines, index));
  const above = quoteAt === -1 ? lines : lines.slice(0, quoteAt);
  const written = withoutTrailingQuote(above).join('\n').trim();
  if (written !== '' || quoteAt === -1) return written;
  // Whoever answers below the quote.
  const below = lines
    .slice(quoteAt)
    .filter((line, index, all) => isSignature(line) || !(line.startsWith('>') || beginsQuote(all, index)));
  const end = below.findIndex(isSignature);
  return (end === -1 ? below : below.slice(0, end)).join('\n').trim();
}

function isSignature(line: string): boolean {
  return line === '--';
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (cuts.some((cut) => cut.test(line))) {
    // A line that begins like a header is one only among others.
    return !/^\w+: /.test(line) || /^\w[\w-]*: /.test(lines[index + 1] ?? '');
  }
  // Programs break this line where it gets long.
  return [line, `${line} ${lines[index + 1] ?? ''}`].some((said) =>
    attributions.some((one) => one.test(said)),
  );
}

function withoutTrailingQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && /^(>.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return lines.slice(0, end);
}
