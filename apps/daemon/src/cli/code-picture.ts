/** Black on white whatever the terminal's colours are. */
const PAPER = '\u001b[30;47m';
const PLAIN = '\u001b[0m';

/** The link as a QR code, two modules to a character; null where the terminal is too narrow for it. */
export async function codePicture(link: string, columns: number): Promise<string | null> {
  const { correction, generate } = await import('lean-qr');
  const code = generate(link, { minCorrectionLevel: correction.M });
  // A quiet module on either side, and one column for the cursor.
  if (columns < code.size + 3) return null;
  const lines: string[] = [];
  for (let y = -1; y <= code.size; y += 2) {
    let line = '';
    for (let x = -1; x <= code.size; x += 1)
      line += code.get(x, y) ? (code.get(x, y + 1) ? '█' : '▀') : code.get(x, y + 1) ? '▄' : ' ';
    lines.push(`${PAPER}${line}${PLAIN}`);
  }
  return lines.join('\n');
}
