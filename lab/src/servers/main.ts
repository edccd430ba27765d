import { appendFileSync } from 'node:fs';
import { systemClock } from '@comet/foundation';
import type { ServersConfiguration } from './dns-message.ts';
import { startDnsServer } from './dns-server.ts';
import { startEchoServer } from './echo-server.ts';
import { startRelay } from './relay.ts';
import { startConnectProxy } from './connect-proxy.ts';

/** The process inside a namespace. Its first argument is a ServersConfiguration as JSON, from create-lab.ts. */
const { dns, echo, relays, connectProxy } = JSON.parse(process.argv[2] ?? '') as ServersConfiguration;
await startDnsServer({
  addresses: dns.addresses,
  zone: dns.zone,
  clock: systemClock,
  // Logged before the reply is sent, so that the client can read the record when it has the reply.
  record: (query) => appendFileSync(dns.log, `${JSON.stringify(query)}\n`),
});
await startEchoServer(echo);
for (const { addresses, socket } of relays)
  for (const host of addresses) await startRelay({ host, port: 80 }, { path: socket });
if (connectProxy !== null) await startConnectProxy(connectProxy);
process.stdout.write('ready\n');
