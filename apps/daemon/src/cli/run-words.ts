import { err, ok, type Result } from '@comet/foundation';
import type { Channel, ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import { cometTexts as texts } from '@comet/texts/tunnel';
import { carryOut, type WithDaemon } from './carry-out.ts';
import { takeBack } from './connect.ts';
import type { DaemonSocket } from './daemon-socket.ts';
import { exitCodes } from './exit-codes.ts';
import { type Invocation, parseArguments } from './parse-arguments.ts';
import { onOneLine, printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** The daemon's own commands, as a caller inside of it reaches them. */
export interface Inside {
  readonly call: DaemonSocket['call'];
  watch(listener: (snapshot: Snapshot) => void): () => void;
}

/**
 * Carries out a command line for a caller who only relays what is said; resolves with the exit code. What needs a keyboard, a
 * picture or a reader that stays is not for such a caller: it is refused as wrong usage.
 */
export async function runWords(
  { words, watched, takeBack: undo }: ParamsOf<'run'>,
  inside: Inside,
  say: (channel: Channel, text: string) => void,
): Promise<number> {
  const invocation = relayable(parseArguments(words), words);
  if (!invocation.ok) {
    say('remark', texts.usage(invocation.error));
    return exitCodes.usage;
  }
  let stop: () => void = () => undefined;
  const daemon: DaemonSocket = {
    call: inside.call,
    onSnapshot: (listener) => {
      stop = inside.watch(listener);
    },
    closed: new Promise(() => undefined),
    end: () => undefined,
  };
  try {
    const out = relayed(watched, say);
    // A Ctrl-C in any other command must not end the tunnel: nothing of it was begun there, and it just goes on.
    if (undo && invocation.value.command !== 'connect') return exitCodes.failed;
    const done = undo ? await takeBack(daemon, out) : await carryOut(invocation.value, daemon, out);
    return done ? exitCodes.done : exitCodes.failed;
  } finally {
    stop();
  }
}

/**
 * What needs the user's own keyboard, process or files. For such a command the daemon, which is root, would ask nobody, become a
 * program of the user's, or write where he says.
 */
const asTheUser: ReadonlySet<string> = new Set(['login', 'exclude', 'include', 'report']);

function relayable(
  parsed: Result<Invocation, string>,
  [command = '']: readonly string[],
): Result<WithDaemon, string> {
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (value.command === 'help' || value.command === 'version' || asTheUser.has(value.command))
    return err(texts.unknownCommand(command));
  return value.command === 'status' && value.as === 'watch' ? err(texts.unknownOption('--watch')) : ok(value);
}

function relayed(watched: boolean, say: (channel: Channel, text: string) => void): Terminal {
  return {
    watched,
    pictureWidth: 0,
    unread: new Promise(() => undefined),
    // Whoever relays hears the Ctrl-C, and asks to take the command back.
    onInterrupt: () => undefined,
    draw: () => undefined,
    say: (line) => say('result', printable(line)),
    complain: (line) => say('remark', printable(line)),
    progress: (line) => say('progress', onOneLine(line)),
  };
}
