export { openTicket } from './open-ticket.ts';
export { ticketsCommand } from './tickets-command.ts';
