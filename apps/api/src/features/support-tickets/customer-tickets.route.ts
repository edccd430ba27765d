import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { readFiles } from './attached-file.ts';
import { attachmentOf, currentTicket, ticketsOf } from './customer-tickets.store.ts';
import { supportReportRoutes } from './support-report.route.ts';
import type { AttachmentDeps } from './stored-attachments.ts';
import { refuseUnconfirmed } from './unconfirmed-senders.ts';
import { type ConversationDeps, openConversation, addTicketMessage } from './write-ticket.ts';

interface CustomerTicketsDeps extends ConversationDeps, AttachmentDeps {
  readonly clock: Clock;
  readonly limiter: RateLimiter;
}

/** How long a closed conversation can be continued, in days. */
const closedDays = 30;

const listRoute = ({ db }: CustomerTicketsDeps) =>
  route(api.listSupportTickets, async ({ caller }) => ok({ tickets: [...(await ticketsOf(db, caller.id))] }));

const sendRoute = (deps: CustomerTicketsDeps) =>
  route(api.sendSupportMessage, async ({ caller, address, body }) => {
    const files = readFiles(
      body.attachments.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') })),
    );
    const isEmpty = body.text === '' && body.attachments.length === 0;
    if (files === null || isEmpty) return err('message_not_sent');
    const refusal = await refuseUnconfirmed(deps.limiter, { caller, address }, files.length);
    if (refusal !== null) return err(refusal);
    const now = deps.clock.now();
    const closedSince = new Date(now.getTime() - closedDays * 24 * 3600 * 1000);
    return deps.db.transaction().execute(async (trx) => {
      const message = { author: 'customer', text: body.text, files, mailId: null } as const;
      const current = await currentTicket(trx, caller.id, closedSince);
      if (current !== null) {
        const added = await addTicketMessage(deps, trx, current, message, now);
        if (!added.ok) return err('message_not_sent');
      }
      const begins = { kind: 'chat', cause: randomUUID(), subject: 'A message to support' } as const;
      const written = { userId: caller.id, name: null, email: null, text: message.text, files };
      const id = current ?? (await openConversation(deps, trx, { ...begins, ...written }, now));
      const [ticket] = id === null ? [] : await ticketsOf(trx, caller.id, id);
      return ticket === undefined ? err('message_not_sent') : ok({ ticket });
    });
  });

const salesRoute = (deps: CustomerTicketsDeps) =>
  route(api.contactSales, async ({ caller, address, body }) => {
    const { name, company, seats, message } = body;
    const refusal = await refuseUnconfirmed(deps.limiter, { caller, address }, 0);
    if (refusal !== null) return err(refusal);
    const now = deps.clock.now();
    const about = [...(company === '' ? [] : [`Company: ${company}`]), `People: ${seats}`].join('\n');
    const begins = { kind: 'sales', cause: randomUUID(), subject: 'A request to sales' } as const;
    const written = { userId: caller.id, name, email: null, text: `${message}\n\n${about}`, files: [] };
    return deps.db.transaction().execute(async (trx) => {
      const id = await openConversation(deps, trx, { ...begins, ...written }, now);
      const [ticket] = id === null ? [] : await ticketsOf(trx, caller.id, id);
      return ticket === undefined ? err('message_not_sent') : ok({ ticket });
    });
  });

const showAttachmentRoute = (deps: CustomerTicketsDeps) =>
  route(api.showSupportAttachment, async ({ caller, params }) => {
    const content = await attachmentOf(deps, caller.id, params.id);
    return content === null ? err('not_found') : ok(content);
  });

/** Routes with which customers write and read messages. */
export function customerTicketsRoutes(deps: CustomerTicketsDeps): Route[] {
  return [
    listRoute(deps),
    sendRoute(deps),
    salesRoute(deps),
    showAttachmentRoute(deps),
    ...supportReportRoutes(deps),
  ];
}
