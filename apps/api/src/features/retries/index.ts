export { eventsCommand, failingEvents } from './events-command.ts';
export { jobsCommand } from './jobs-command.ts';
