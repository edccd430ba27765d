import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { issueTicketFor, type TicketDeps } from './issue-ticket.ts';

const issueTicketRoute = (deps: TicketDeps) =>
  route(api.issueTicket, async ({ caller, body }) => {
    if (!caller.emailVerified) return err('email_unverified');
    return issueTicketFor(deps, { userId: caller.id, ...body });
  });

/** Returns the route that issues a ticket for a gateway to a device (`packages/admission`). */
export function ticketsRoutes(deps: TicketDeps): Route[] {
  return [issueTicketRoute(deps)];
}
