/** A line of text on the page: where (points from the left, from the top), how large, and what. */
export interface TextLine {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly text: string;
}

const A4 = { width: 595, height: 842 };

/**
 * One A4 page of Helvetica as a PDF 1.4 file (ISO 32000-1: five objects, a table of their byte offsets, a trailer).
 * Characters beyond Latin-1 become `?`.
 */
export function pdfOf(title: string, lines: readonly TextLine[]): Buffer {
  const drawn = lines.map(
    ({ left, top, size, text }) => `BT /F1 ${size} Tf ${left} ${A4.height - top} Td (${escaped(text)}) Tj ET`,
  );
  const content = drawn.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(title)}) >>`,
  ];
  let file = '%PDF-1.4\n%\xE2\xE3\xCF\xD3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  // One character is one byte in Latin-1, so the offsets above are those of the file.
  return Buffer.from(file, 'latin1');
}

function escaped(text: string): string {
  return text.replaceAll(/[^\u0020-\u007E\u00A0-\u00FF]/g, '?').replaceAll(/[\\()]/g, (each) => `\\${each}`);
}
