export { natsCommand } from './nats-command.ts';
