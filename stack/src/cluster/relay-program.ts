import { type Endpoint, startRelay } from './relay.ts';

/** `node relay-program.ts JSON`: starts relays, a list of pairs of endpoints, on the host where it runs. */
const pairs = JSON.parse(process.argv[2] ?? '[]') as [Endpoint, Endpoint][];
for (const [from, to] of pairs) await startRelay(from, to);
