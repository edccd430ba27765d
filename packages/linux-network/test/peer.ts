import { createInterface } from 'node:readline';
import { openWireguardDevice, runIp, type WireguardPeer } from '../src/index.ts';
import { wireguardGoServing } from '../src/wireguard/userspace-process.ts';

/** Command-line arguments of one end of the tunnel. */
export interface PeerInstructions {
  name: string;
  privateKey: string;
  listenPort: number;
  addresses: string[];
  peer: WireguardPeer;
  wireguardGo: string;
  /** Adopts the device of an earlier process, if there is one. */
  adopts?: boolean;
}

/**
 * One end of a tunnel, run inside a namespace. Prints one line of JSON for each event: `{ ready: pid }` with
 * the data plane's process id, `{ status }`, `{ keys }`, `{ died }`, `{ closed }`. Reads one command per line: status, keys, remove, leave, close.
 */
const instructions = JSON.parse(process.argv[2] ?? '{}') as PeerInstructions;
const writeEvent = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

const { name, wireguardGo, privateKey, listenPort } = instructions;
const device = await openWireguardDevice({
  ...{ name, mtu: 1_400, implementation: 'auto', wireguardGo },
  ...(instructions.adopts === true ? { adopt: { privateKey, listenPort } } : {}),
});
if (!device.adopted) {
  await device.configure({ privateKey, listenPort });
  await device.apply({ set: [instructions.peer] });
}
await runIp([
  ...instructions.addresses.map((address) => ({ kind: 'address-replace', address, link: name }) as const),
  { kind: 'link-up', link: name },
]);
void device.died.then((died) => writeEvent({ died }));
writeEvent({ ready: (await wireguardGoServing(wireguardGo, name))[0] });

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'status') writeEvent({ status: await device.status() });
  if (line === 'keys') writeEvent({ keys: [...(await device.presharedKeys())] });
  if (line === 'remove') {
    await device.apply({ remove: [instructions.peer.publicKey] });
    writeEvent({ removed: true });
  }
  if (line === 'leave' || line === 'close') {
    await device[line]();
    writeEvent({ closed: true });
    break;
  }
}
