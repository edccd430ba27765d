import type { Reply } from './frames.ts';

/** Apart from the forms of what is read: who only writes does not load them. */
export function writeReply(message: Reply): string {
  return `${JSON.stringify(message)}\n`;
}
