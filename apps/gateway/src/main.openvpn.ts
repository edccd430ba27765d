import { systemClock } from '@comet/foundation';
import { serveOrders } from './features/authenticator/index.ts';

/**
 * The process that stands between OpenVPN's servers and their customers. The agent starts it as root, because only root may be able to
 * read this program's files; before it does anything it becomes a user without any rights, and so is everything it starts.
 */
const [socket, user] = process.argv.slice(2);
const id = Number(user);
if (socket === undefined || !Number.isSafeInteger(id) || id < 1)
  throw new Error('usage: main.openvpn.ts SOCKET USER-ID');
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}
// A terminal that goes away, or Ctrl-C for the agent, does not mean us.
for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
process.umask(0o077);

await serveOrders({ socket, clock: systemClock, signal: stop.signal });
process.exit(0);
