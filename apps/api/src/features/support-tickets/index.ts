export { openTicket, type Ticket, type TicketDeps } from './open-ticket.ts';
export { ticketsCommand } from './tickets-command.ts';
