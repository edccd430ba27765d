import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { notFound } from '../api/paddle-error.ts';
import { idOf, one, queryOf } from '../api/replies.ts';
import { transactionById } from '../transactions/transaction.ts';
import type { Transaction } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { invoicePdf } from './invoice.ts';

/** https://developer.paddle.com/api-reference/transactions/get-invoice-pdf: a link to a PDF, for completed transactions. */
export function invoiceLinkRoutes(app: FastifyInstance, world: PaddleWorld): void {
  app.get('/transactions/:id/invoice', (request) => {
    const transaction = transactionById(world, idOf(request));
    if (!transaction.invoice_id) throw notFound(`invoice of ${transaction.id}`);
    const wanted = fieldsOf(queryOf(request));
    const disposition = wanted.oneOf('disposition', ['attachment', 'inline'], 'attachment');
    wanted.check();
    return one(request, { url: `${invoiceUrl(world, transaction)}?disposition=${disposition}` });
  });
}

/** The files themselves, open to whoever has the link: an invoice's id is not to be guessed. */
export function invoiceFileRoutes(app: FastifyInstance, world: PaddleWorld): void {
  app.get('/invoices/:id', (request, reply): FastifyReply => {
    const id = idOf(request).replace(/\.pdf$/, '');
    const transaction = Object.values(world.state.transactions).find((each) => each.invoice_id === id);
    if (transaction === undefined)
      return reply.status(404).type('text/plain').send('There is no such invoice.');
    const disposition = queryOf(request)['disposition'] === 'inline' ? 'inline' : 'attachment';
    return reply
      .header('content-disposition', `${disposition}; filename="invoice-${transaction.invoice_number}.pdf"`)
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(invoicePdf(world, transaction));
  });
}

/** Where the invoice of a completed transaction lies. */
export function invoiceUrl(world: PaddleWorld, transaction: Transaction): string {
  return `${world.apiUrl}/invoices/${transaction.invoice_id ?? ''}.pdf`;
}
