export { openTicket, type TicketDeps } from './open-ticket.ts';
export { ticketsCommand } from './tickets-command.ts';
