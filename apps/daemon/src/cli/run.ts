import { cometTexts as texts } from '@comet/texts/tunnel';
import { connect } from './connect.ts';
import { ConversationLost, type DaemonSocket, openDaemonSocket } from './daemon-socket.ts';
import { type Invocation, parseArguments } from './parse-arguments.ts';
import { refuse } from './refuse.ts';
import { type Terminal, terminal } from './terminal.ts';

const exitCodes = { done: 0, failed: 1, usage: 2, notRunning: 3 } as const;

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
  const path = env['COMET_SOCKET'] || '/run/comet/cometd.sock';
  let daemon: DaemonSocket;
  try {
    daemon = await openDaemonSocket(path);
  } catch (error) {
    const denied = error instanceof Error && 'code' in error && error.code === 'EACCES';
    out.complain(denied ? texts.notAllowed(path) : texts.notRunning(path));
    return exitCodes.notRunning;
  }
  try {
    return (await carryOut(invocation, daemon, out)) ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (!(error instanceof ConversationLost)) throw error;
    out.complain(texts.connectionLost);
    return exitCodes.failed;
  } finally {
    daemon.end();
  }
}

type WithDaemon = Exclude<Invocation, { command: 'help' | 'version' }>;

async function carryOut(invocation: WithDaemon, daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  switch (invocation.command) {
    case 'connect':
      return connect(daemon, invocation.location, out);
    case 'disconnect': {
      const done = await daemon.call('disconnect', {});
      if (!done.ok) return refuse(done.error, out);
      out.say(done.value.settings.lockdown ? texts.stillHeldBack : texts.disconnected);
      return true;
    }
    case 'status': {
      const { status } = await import('./status.ts');
      return status(daemon, invocation.as, out);
    }
    case 'login': {
      const { logIn } = await import('./log-in.ts');
      return logIn(daemon, invocation, out);
    }
    case 'logout': {
      const done = await daemon.call('logout', {});
      if (!done.ok) return refuse(done.error, out);
      out.say(texts.signedOut);
      return true;
    }
    case 'account': {
      const { account } = await import('./account.ts');
      return account(daemon, out);
    }
    case 'locations': {
      const { locations } = await import('./locations.ts');
      return locations(daemon, out);
    }
    case 'lockdown':
    case 'lan': {
      const { command, on } = invocation;
      const done = await daemon.call(command === 'lockdown' ? 'lockdown.set' : 'allow-lan.set', { on });
      if (!done.ok) return refuse(done.error, out);
      out.say(texts[command][on ? 'on' : 'off']);
      if (command === 'lockdown' && done.value.tunnel.state === 'disconnected') out.say(texts.unprotected);
      return true;
    }
  }
}
