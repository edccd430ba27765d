export { createTicketAdmission } from './ticket-admission.ts';
