import type { Reply } from './frames.ts';

/** A separate module: a program that only writes replies does not load the schemas for reading them. */
export function writeReply(message: Reply): string {
  return `${JSON.stringify(message)}\n`;
}
