import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { notFound } from '../api/paddle-error.ts';
import { idOf, one, queryOf } from '../api/replies.ts';
import { transactionById } from '../transactions/transaction.ts';
import type { Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { formatMoney } from '@comet/foundation';

/** A line of text: position in points from the left and top, font size, and text. */
interface TextLine {
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
function pdfOf(title: string, lines: readonly TextLine[]): Buffer {
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

/** Returns the PDF invoice of a completed transaction: number, date, customer, lines, total. */
function invoicePdf(context: PaddleContext, transaction: Transaction): Buffer {
  const title = `Invoice ${transaction.invoice_number ?? ''}`;
  const customer = context.state.customers[transaction.customer_id ?? ''];
  const totals = transaction.details?.totals;
  const rows: [string, string][] = [
    ...(transaction.details?.line_items ?? []).map((line): [string, string] => [
      `${line.product?.name ?? ''} × ${line.quantity}`,
      money(line.totals?.subtotal),
    ]),
    ...(totals?.discount && totals.discount !== '0'
      ? ([['Discount', `-${money(totals.discount)}`]] as [string, string][])
      : []),
    ...(totals?.credit && totals.credit !== '0'
      ? ([['Credit', `-${money(totals.credit)}`]] as [string, string][])
      : []),
    ['Tax', money(totals?.tax)],
    ['Total paid', money(totals?.grand_total)],
  ];
  const head: TextLine[] = [
    { left: 56, top: 80, size: 22, text: title },
    { left: 56, top: 104, size: 10, text: 'Made by the sandbox. No money moved.' },
    {
      left: 56,
      top: 140,
      size: 11,
      text: `Billed on ${(transaction.billed_at ?? transaction.created_at).slice(0, 10)}`,
    },
    { left: 56, top: 158, size: 11, text: `To ${customer?.email ?? ''}` },
  ];
  const table = rows.flatMap(([name, amount], index): TextLine[] => [
    { left: 56, top: 210 + 22 * index, size: 11, text: name },
    { left: 460, top: 210 + 22 * index, size: 11, text: amount },
  ]);
  return pdfOf(title, [...head, ...table]);
}

function money(minor: string | undefined): string {
  return formatMoney({ amount: Number(minor ?? 0), currency: 'USD' });
}

/** https://developer.paddle.com/api-reference/transactions/get-invoice-pdf: a link to a PDF, for completed transactions. */
export function invoiceLinkRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.get('/transactions/:id/invoice', (request) => {
    const transaction = transactionById(context, idOf(request));
    if (!transaction.invoice_id) throw notFound(`invoice of ${transaction.id}`);
    const wanted = fieldsOf(queryOf(request));
    const disposition = wanted.oneOf('disposition', ['attachment', 'inline'], 'attachment');
    wanted.check();
    return one(request, { url: `${invoiceUrl(context, transaction)}?disposition=${disposition}` });
  });
}

/** Serves the files without authentication: an invoice's id is unguessable. */
export function invoiceFileRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.get('/invoices/:id', (request, reply): FastifyReply => {
    const id = idOf(request).replace(/\.pdf$/, '');
    const transaction = Object.values(context.state.transactions).find((each) => each.invoice_id === id);
    if (transaction === undefined)
      return reply.status(404).type('text/plain').send('There is no such invoice.');
    const disposition = queryOf(request)['disposition'] === 'inline' ? 'inline' : 'attachment';
    return reply
      .header('content-disposition', `${disposition}; filename="invoice-${transaction.invoice_number}.pdf"`)
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(invoicePdf(context, transaction));
  });
}

/** Returns the URL of a completed transaction's invoice. */
export function invoiceUrl(context: PaddleContext, transaction: Transaction): string {
  return `${context.apiUrl}/invoices/${transaction.invoice_id ?? ''}.pdf`;
}
