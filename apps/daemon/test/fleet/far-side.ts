import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { publishKey, readSigner, readVerifiers, type Signer } from '@comet/admission';
import { generateWireguardKeyPair, openWireguardDevice, runIp } from '@comet/linux-network';
import { addresses, firstPlace, secondPlace } from './addresses.ts';
import { serveControlPlane } from './control-plane.ts';
import { serveGateway } from './gateway.ts';
import { serveOpenvpn } from './openvpn-servers.ts';
import { serveTransports, type TransportServer } from './transport-server.ts';
import { type Counters, serveSwitches, usualSwitches } from './switches.ts';

/**
 * The far side of the network link as one process inside its namespace: API, gateway, and an internet host that returns the caller's
 * address. `folder` contains the admission endpoint's certificate; the trust anchors and the switches' socket are created there.
 */
const [folder = '', link = '', wireguardGo = ''] = process.argv.slice(2);

function signer(): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  return readSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

const listSigner = signer();
const ticketSigner = signer();
const gatewayId = randomUUID();
const keys = generateWireguardKeyPair();
const device = await openWireguardDevice({ name: link, mtu: 1420, implementation: 'auto', wireguardGo });
const second = {
  gatewayId: randomUUID(),
  keys: generateWireguardKeyPair(),
  device: await openWireguardDevice({ name: `${link}b`, mtu: 1420, implementation: 'auto', wireguardGo }),
};
await runIp(
  [`${addresses.tunnel4}/32`, `${addresses.tunnel6}/128`].map((address) => ({
    kind: 'address-add' as const,
    address,
    link: 'lo',
  })),
);
const switches = usualSwitches();
const counters: Counters = { tickets: 0, presentations: 0, releases: 0, lists: 0 };

await writeFile(join(folder, 'list-keys.json'), JSON.stringify([publishKey(listSigner)]));
const openvpn = await serveOpenvpn(folder);
await serveControlPlane({
  ...{ folder, openvpn },
  listSigner,
  ticketSigner,
  gatewayId,
  wireguardPublicKey: keys.publicKey,
  second: { gatewayId: second.gatewayId, wireguardPublicKey: second.keys.publicKey },
  switches,
  counters,
});
const certificate = { chain: join(folder, 'admission.pem'), key: join(folder, 'admission.key') };
/** Null until a test needs it. */
let transports: TransportServer | null = null;
const admission = {
  ticketVerifiers: readVerifiers([publishKey(ticketSigner)]),
  certificate,
  switches,
  counters,
};
await serveGateway({
  ...{ ...admission, device, keys, gatewayId, place: firstPlace },
  onClient: (publicKey) => transports?.addClient(publicKey),
});
await serveGateway({ ...admission, ...second, place: secondPlace });
await serveSwitches(join(folder, 'switches.sock'), switches, counters, async () => {
  if (switches.transports) transports ??= await serveTransports(certificate, keys.publicKey);
  openvpn.block(switches.blocked);
  if (switches.peerRemoved) await device.apply({ replaceAll: true });
});
for (const address of [addresses.echo4, addresses.echo6, addresses.lanNeighbour])
  createServer((request, response) => response.end(request.socket.remoteAddress)).listen(80, address);
process.stdout.write('ready\n');
process.on('SIGTERM', () => {
  openvpn.close();
  transports?.close();
  void Promise.all([device.close(), second.device.close()]).then(() => process.exit(0));
});
