import { err, jsonOf, lazyValue, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { type CommandName, commandErrors, commands } from './commands.ts';
import { readEnvelope } from './request-envelope.ts';
import { snapshot } from './snapshot.ts';

/** Created at the first use: the daemon only writes replies. */
export const replyForm = lazyValue(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('result'), id: z.int(), result: z.unknown() }),
    z.object({
      kind: z.literal('error'),
      id: z.nullable(z.int()),
      error: z.enum(commandErrors),
      /** The block reason of `connect_failed`, or the API's message of `api_refused`; never secrets. */
      detail: z.nullable(z.string()),
    }),
    z.object({
      kind: z.literal('snapshot'),
      snapshot,
      /** The parameter of `status.shown`; see `tellsShown`. */
      number: z.optional(z.int()),
    }),
  ]),
);

const response = z.object({ kind: z.enum(['result', 'error']), id: z.int() });

/** A message of the daemon: the result or error of a request, or the next snapshot for a subscriber. */
export type Reply = z.output<ReturnType<typeof replyForm>>;

/** A request with a known command and valid parameters. */
export interface CheckedRequest {
  readonly id: number;
  readonly command: CommandName;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface RequestRefusal {
  readonly id: number | null;
  readonly error: 'malformed_request' | 'unknown_command';
}

/** Parses and validates one line from a client. */
export function readRequest(line: string): Result<CheckedRequest, RequestRefusal> {
  const envelope = readEnvelope(line);
  if (envelope === null) return err({ id: null, error: 'malformed_request' });
  const { id, command, params } = envelope;
  if (!isCommandName(command)) return err({ id, error: 'unknown_command' });
  const checked = commands[command].params.safeParse(params);
  if (!checked.success) return err({ id, error: 'malformed_request' });
  return ok({ id, command, params: checked.data });
}

/** Parses one line from the daemon; null if it is not a reply of this protocol. */
export function readReply(line: string): Reply | null {
  const parsed = replyForm().safeParse(jsonOf(line));
  return parsed.success ? parsed.data : null;
}

/** The id of the request that an invalid reply belongs to; null if there is none. */
export function requestIdOf(line: string): number | null {
  const parsed = response.safeParse(jsonOf(line));
  return parsed.success ? parsed.data.id : null;
}

function isCommandName(command: string): command is CommandName {
  return Object.hasOwn(commands, command);
}
