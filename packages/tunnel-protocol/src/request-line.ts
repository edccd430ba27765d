import type { CommandName } from './commands.ts';
import { protocolVersion } from './request-envelope.ts';

/** Maximum size in bytes of a frame, which is one line of JSON ended by `\n`. A longer one closes the socket. */
export const maxFrameLength = 256 * 1024;

/** Returns a request as one frame: a line of JSON with its newline. The parameters are not validated. */
export function writeRequest(id: number, command: CommandName, params: unknown): string {
  return `${JSON.stringify({ v: protocolVersion, id, command, params })}\n`;
}
