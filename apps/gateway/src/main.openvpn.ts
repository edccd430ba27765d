import { systemClock } from '@comet/foundation';
import { openLaunchers, serveOrders } from './features/authenticator/index.ts';

/**
 * The process that runs OpenVPN's servers and authenticates their clients. The agent starts it as root, because only root may be able to
 * read this program's files; it first switches to an unprivileged user. Each program that it starts has another such user,
 * so that a compromised one has no access to the others.
 */
const [socket, user, firstProgramUser] = process.argv.slice(2);
const [id, first] = [Number(user), Number(firstProgramUser)];
if (socket === undefined || ![id, first].every((one) => Number.isSafeInteger(one) && one > 0))
  throw new Error('usage: main.openvpn.ts SOCKET USER-ID FIRST-PROGRAM-USER-ID');
process.umask(0o077);
const launchers = openLaunchers(process.getuid?.() === 0 ? first : null);
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}
// SIGHUP of a terminal, or Ctrl-C for the agent, does not end this process.
for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

await serveOrders({ socket, launchers, clock: systemClock, signal: stop.signal });
process.exit(0);
