import { cometTexts as texts } from '@comet/texts/tunnel';
import { connect } from './connect.ts';
import type { DaemonSocket } from './daemon-socket.ts';
import type { Invocation } from './parse-arguments.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

export type WithDaemon = Exclude<Invocation, { command: 'help' | 'version' }>;

/** Has the daemon do what a command line asks for, and says how it went; false when it came to nothing. */
export async function carryOut(
  invocation: WithDaemon,
  daemon: DaemonSocket,
  out: Terminal,
): Promise<boolean> {
  switch (invocation.command) {
    case 'connect':
      return connect(daemon, invocation, out);
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
      if (done.value.signOutUntold === true) out.say(texts.signOutUntold);
      return true;
    }
    case 'account': {
      const { account } = await import('./account.ts');
      return account(daemon, out);
    }
    case 'settings': {
      const { settings } = await import('./settings.ts');
      return settings(daemon, out);
    }
    case 'set': {
      const { set } = await import('./settings.ts');
      return set(daemon, invocation, out);
    }
    case 'locations': {
      const { locations } = await import('./locations.ts');
      return locations(daemon, invocation.type ?? null, out);
    }
    case 'update': {
      const { update } = await import('./update.ts');
      return update(daemon, out);
    }
    case 'check': {
      const { check } = await import('./check.ts');
      return check(daemon, out);
    }
    case 'report': {
      const { report } = await import('./report.ts');
      return report(invocation.file, daemon, out);
    }
    case 'exclude':
    case 'include': {
      const { runSplit } = await import('./run-split.ts');
      return runSplit(invocation.command, invocation.program, daemon, out);
    }
    case 'feature': {
      const { carryOutFeature } = await import('./carry-out-feature.ts');
      return carryOutFeature(invocation.feature, daemon, out);
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
