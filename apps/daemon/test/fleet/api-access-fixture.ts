import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, onTestFinished } from 'vitest';

export const apiHost = 'api.comet.test';
export const relayName = 'gw-1.gateways.comet.test';

/** A certificate authority that this process trusts, with the certificates of an API, a gateway and a resolver. */
export function certificatesUnderTest() {
  const folder = mkdtempSync(join(tmpdir(), 'comet-access-'));
  const path = (name: string): string => join(folder, name);
  const openssl = (...argv: string[]) => execFileSync('openssl', argv, { stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const ca = ['-subj', '/CN=ca', '-keyout', path('ca.key'), '-out', path('ca.pem')];
  openssl('req', '-x509', ...key, '-days', '2', ...ca);

  function issue(name: string, subject: string) {
    writeFileSync(path(`${name}.ext`), `subjectAltName=${subject}\n`);
    openssl(
      'req',
      ...key,
      '-subj',
      `/CN=${name}`,
      '-keyout',
      path(`${name}.key`),
      '-out',
      path(`${name}.csr`),
    );
    const signing = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial', '-days', '2'];
    const files = ['-in', path(`${name}.csr`), '-extfile', path(`${name}.ext`), '-out', path(`${name}.pem`)];
    openssl('x509', '-req', ...files, ...signing);
    return {
      cert: readFileSync(path(`${name}.pem`), 'utf8'),
      key: readFileSync(path(`${name}.key`), 'utf8'),
    };
  }

  const before = getCACertificates('default');
  const authority = readFileSync(path('ca.pem'), 'utf8');
  setDefaultCACertificates([...before, authority]);
  afterAll(() => {
    setDefaultCACertificates(before);
    rmSync(folder, { recursive: true });
  });
  return {
    authority,
    api: issue('api', `DNS:${apiHost}`),
    liar: issue('liar', 'DNS:other.example'),
    gateway: issue('gateway', `DNS:${relayName}`),
    resolver: issue('resolver', 'IP:127.0.0.1'),
  };
}

/** Listens at an address of this machine until the end of the test. Returns the port. */
export async function listenAt(server: Server | HttpsServer, address: string, port = 0): Promise<number> {
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
