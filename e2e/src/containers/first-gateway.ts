import { join } from 'node:path';
import type { Container } from './container.ts';
import { textOf } from './installed-service.ts';

const repository = join(import.meta.dirname, '../../..');
const gatewayAddress = '203.0.113.10';
const internet = { name: 'internet', address: '203.0.113.20' };
const home = { name: 'home', address: '203.0.113.30' };
const ca = '/etc/comet-gateway/ca.pem';
/** Not the gateway's name, since both share the folder of WireGuard's sockets. */
const tunnel = 'router';

/** The network of a machine with a public address: an internet host with a page that returns its visitor’s address, and a customer's home. */
export async function connectToInternet(machine: Container): Promise<string> {
  const ip = (...words: readonly string[]) => machine.output('ip', ...words);
  await ip('link', 'add', 'uplink', 'type', 'bridge');
  await ip('address', 'add', `${gatewayAddress}/24`, 'dev', 'uplink');
  await ip('link', 'set', 'uplink', 'up');
  for (const { name, address } of [internet, home]) {
    await ip('netns', 'add', name);
    await ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    await ip('link', 'set', `to-${name}`, 'master', 'uplink', 'up');
    await ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    await ip('-n', name, 'link', 'set', 'lo', 'up');
    await ip('-n', name, 'link', 'set', 'eth0', 'up');
    await ip('-n', name, 'route', 'add', 'default', 'via', gatewayAddress);
  }
  await ip('route', 'add', 'default', 'via', internet.address);
  const page = `require('node:http').createServer((q, r) => r.end(q.socket.remoteAddress)).listen(80, '${internet.address}')`;
  await machine.output(
    ...[
      'systemd-run',
      '--quiet',
      '--unit=internet',
      `--property=NetworkNamespacePath=/run/netns/${internet.name}`,
    ],
    ...[process.execPath, '--eval', page],
  );
  return gatewayAddress;
}

/** Installs a gateway beside the control plane, as “One box” in docs/operations.md describes. */
export async function installGateway(
  machine: Container,
  deb: string,
  apiUrl: string,
  caFile: string,
): Promise<void> {
  await machine.output('dpkg', '--force-unsafe-io', '--install', deb);
  await machine.output('install', '-D', '--mode=0644', caFile, ca);
  const token = (await machine.output('comet-ops', 'enrol-token', 'nl-ams')).trim();
  const environment = {
    API_URL: apiUrl,
    NODE_EXTRA_CA_CERTS: ca,
    ENROL_TOKEN: token,
    PUBLIC_IPV4: gatewayAddress,
    UPLINK_INTERFACE: 'uplink',
    RESOLVER: internet.address,
    ADMISSION_PORT: '4443',
  };
  await machine.write('/etc/comet-gateway/environment', textOf(environment));
  await machine.output('systemctl', 'start', 'comet-gateway.service');
}

/** The owner of a line joins with an invitation, in the customer's home. */
export async function joinExit(machine: Container, apiUrl: string): Promise<void> {
  const token = (await machine.output('comet-ops', 'exits', 'invite', 'us-nyc', '--use', 'shared')).trim();
  const variables = [`COMET_API_URL=${apiUrl}`, `NODE_EXTRA_CA_CERTS=${ca}`];
  const dropIn = variables.map((one) => `Environment=${one}\n`).join('');
  await machine.write(
    '/etc/systemd/system/comet-exit.service.d/override.conf',
    `[Service]\n${dropIn}NetworkNamespacePath=/run/netns/${home.name}\n`,
  );
  await machine.output('systemctl', 'daemon-reload');
  await machine.output(
    ...['nsenter', `--net=/run/netns/${home.name}`, 'env', ...variables],
    ...['comet-exit', 'join', token, '--agree', 'Ada'],
  );
  await machine.output('systemctl', 'restart', 'comet-exit.service');
}

/** A customer registers, pays in the sandbox and connects from home. Returns the address that the internet host then sees. */
export async function connectFirstCustomer(machine: Container, sandbox: string): Promise<string> {
  const program = join(repository, 'e2e/src/containers/first-customer.ts');
  await machine.output('mkdir', '-p', '/etc/wireguard');
  await machine.output(process.execPath, program, sandbox, 'nl-ams', `/etc/wireguard/${tunnel}.conf`);
  const atHome = (...words: readonly string[]) =>
    machine.output('nsenter', `--net=/run/netns/${home.name}`, ...words);
  await atHome(
    'env',
    ...['WG_QUICK_USERSPACE_IMPLEMENTATION=/usr/lib/comet-gateway/wireguard-go', 'wg-quick', 'up', tunnel],
  );
  return atHome('curl', '-sS', '--max-time', '10', `http://${internet.address}/`);
}
