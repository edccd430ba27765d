export { eventsCommand, listFailingEvents } from './events-command.ts';
export { jobsCommand } from './jobs-command.ts';
