import type { CommandName } from './commands.ts';

/** A frame is one line of JSON, at most this many bytes, ended by `\n`. A longer one closes the socket. */
export const longestFrame = 256 * 1024;

/** The version both ends must speak; it is part of each request so that an old client is refused with a word. */
export const protocolVersion = 1;

export function writeRequest(id: number, command: CommandName, params: unknown): string {
  return `${JSON.stringify({ v: protocolVersion, id, command, params })}\n`;
}
