import { cometTexts as texts } from '@comet/texts/tunnel';
import { here } from '../platform/here.ts';
import { carryOut } from './carry-out.ts';
import { ConversationLost, type DaemonSocket, openDaemonSocket } from './daemon-socket.ts';
import { exitCodes } from './exit-codes.ts';
import { nameProgram } from './named-program.ts';
import { type Invocation, parseArguments } from './parse-arguments.ts';
import { terminal } from './terminal.ts';

/** Milliseconds: the daemon answers these from memory. One that is stopped, or too busy to, must not leave its user without a word. */
const silence = { progress: 500, longest: 5_000 };

/** Runs `comet` with the words after it; resolves with the exit code. */
export async function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const out = terminal();
  const parsed = parseArguments(words);
  if (!parsed.ok) {
    out.complain(texts.usage(parsed.error));
    return exitCodes.usage;
  }
  const invocation = parsed.value;
  if (invocation.command === 'help') {
    out.say(texts.help);
    return exitCodes.done;
  }
  if (invocation.command === 'version') {
    const { version } = await import('./version.ts');
    out.say(version);
    return exitCodes.done;
  }
  const named = nameProgram(invocation);
  if (!named.ok) {
    out.complain(named.error);
    return exitCodes.failed;
  }
  const path = env['COMET_SOCKET'] || here.socket;
  let daemon: DaemonSocket;
  try {
    daemon = await openDaemonSocket(path);
  } catch (error) {
    const denied = error instanceof Error && 'code' in error && error.code === 'EACCES';
    out.complain(denied ? texts.notAllowed(path) : texts.notRunning(path));
    return exitCodes.notRunning;
  }
  const isPrompt = parsed.value.command === 'settings' || isOneStatus(parsed.value);
  const progress = setTimeout(() => isPrompt && out.progress(texts.waitingForDaemon), silence.progress);
  let silent = false;
  const limit = setTimeout(() => {
    silent = isPrompt;
    if (isPrompt) daemon.end();
  }, silence.longest);
  try {
    return (await carryOut(named.value, daemon, out)) ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (!(error instanceof ConversationLost)) throw error;
    out.complain(silent ? texts.notAnswering : texts.connectionLost);
    return silent ? exitCodes.notRunning : exitCodes.failed;
  } finally {
    clearTimeout(progress);
    clearTimeout(limit);
    daemon.end();
  }
}

function isOneStatus(invocation: Invocation): boolean {
  return invocation.command === 'status' && invocation.as !== 'watch';
}
