import { correction, generate } from 'lean-qr';

/** Modules of light space around a code, which readers need. */
const margin = 2;

/** Draws a text as a QR code for a terminal: two rows of modules in a line of half blocks, black on white whatever the terminal's colours. */
export function qrCode(text: string): string {
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.M });
  const lines: string[] = [];
  for (let y = -margin; y < code.size + margin; y += 2) {
    let line = '';
    for (let x = -margin; x < code.size + margin; x += 1)
      line += blocks[Number(code.get(x, y)) + 2 * Number(code.get(x, y + 1))];
    lines.push(`\u001B[30;47m${line}\u001B[0m`);
  }
  return lines.join('\n');
}

/** None, the upper, the lower, and both modules are dark. */
const blocks = [' ', '▀', '▄', '█'] as const;
