import { systemClock } from '@comet/foundation';
import { openLaunchers, serveOrders } from './features/authenticator/index.ts';

/**
 * The process that stands between OpenVPN's servers and their customers. The agent starts it as root, because only root may be able to
 * read this program's files; before it does anything it becomes a user without any rights. Each program that it starts is another such user,
 * so that one which was broken into has no hold on the others.
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
// A terminal that goes away, or Ctrl-C for the agent, does not mean us.
for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

await serveOrders({ socket, launchers, clock: systemClock, signal: stop.signal });
process.exit(0);
