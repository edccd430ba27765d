import { createInterface } from 'node:readline';
import { openWireguardDevice, runIp, type WireguardPeer } from '../src/index.ts';

/** What one end of the tunnel is told on its command line. */
export interface PeerInstructions {
  name: string;
  privateKey: string;
  listenPort: number;
  addresses: string[];
  peer: WireguardPeer;
  wireguardGo: string;
}

/**
 * One end of a tunnel, run inside a namespace. Prints one line of JSON for each event: `{ ready: pid }`, `{ status }`,
 * `{ died }`, `{ closed }`. Reads commands, a line each: status, remove, close.
 */
const told = JSON.parse(process.argv[2] ?? '{}') as PeerInstructions;
const tell = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

const device = await openWireguardDevice({
  name: told.name,
  mtu: 1_400,
  implementation: 'userspace',
  wireguardGo: told.wireguardGo,
});
await device.configure({ privateKey: told.privateKey, listenPort: told.listenPort });
await device.apply({ set: [told.peer] });
await runIp([
  ...told.addresses.map((address) => ({ kind: 'address-add', address, link: told.name }) as const),
  { kind: 'link-up', link: told.name },
]);
void device.died.then((died) => tell({ died }));
tell({ ready: device.pid });

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'status') tell({ status: await device.status() });
  if (line === 'remove') {
    await device.apply({ remove: [told.peer.publicKey] });
    tell({ removed: true });
  }
  if (line === 'close') {
    await device.close();
    tell({ closed: true });
    break;
  }
}
