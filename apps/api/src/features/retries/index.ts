export { eventsCommand, failingEvents, retryEvents } from './events-command.ts';
export { jobsCommand } from './jobs-command.ts';
