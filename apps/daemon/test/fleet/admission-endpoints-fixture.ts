import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { Gateway } from '../../src/model/gateway.ts';
import { gateways } from './fake-gateways.ts';

export const serverName = 'gw-0.gateways.comet.test';

/** A presentation at an admission endpoint of any gateway. */
export const presentation = {
  ticket: 'ticket',
  publicKey: Buffer.alloc(32, 1).toString('base64'),
  proof: 'proof',
};
export const unreachable = { ok: false, error: { kind: 'unreachable' } };

/** The beginning of a response of that many bytes; `more`: further lines. */
export const head = (length: number, more = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n${more}\r\n`;

/** Advances the timeout of four seconds of a silent gateway when called, and at no other time. */
export function holdTimeouts(): () => void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const over = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === 4_000 ? over.signal : timeout(milliseconds),
  );
  return () => over.abort();
}

/** Gateways with invalid or missing responses; each is closed after its test. */
interface AdmissionEndpointsUnderTest {
  /** Contains the key of the gateways as `key.pem`, while the tests of the file run. */
  readonly folder: string;
  /** Their certificate, PEM. */
  readonly certificate: string;
  /** The gateway that this server represents. */
  gatewayFor(server: Server): Promise<Gateway>;
  /** A gateway with our certificate, or another one of its key, that handles each connection by the given function. */
  handleConnections(sendHandshake: (socket: TLSSocket) => void, shown?: string): Promise<Gateway>;
  /** The same with a function that is called at the first request. */
  handleRequests(response: (socket: TLSSocket) => void): Promise<Gateway>;
  /** Calls a function after the test. */
  atEnd(undo: () => unknown): void;
}

export function admissionEndpointsUnderTest(): AdmissionEndpointsUnderTest {
  let folder = '';
  const path = (name: string): string => join(folder, name);
  const undoing: (() => unknown)[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'comet-door-'));
    const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const name = ['-subj', '/CN=door', '-addext', `subjectAltName=DNS:${serverName}`];
    const files = ['-keyout', path('key.pem'), '-out', path('cert.pem')];
    execFileSync('openssl', ['req', ...key, ...name, ...files], { stdio: 'ignore' });
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    vi.restoreAllMocks();
    for (const undo of undoing.splice(0)) undo();
  });

  const admissionEndpoints: AdmissionEndpointsUnderTest = {
    get folder() {
      return folder;
    },
    get certificate() {
      return readFileSync(path('cert.pem'), 'utf8');
    },
    async gatewayFor(server) {
      server.on('connection', (socket) => {
        socket.on('error', () => undefined);
        undoing.push(() => socket.destroy());
      });
      undoing.push(() => server.close());
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      return { ...(gateways[0] as Gateway), address: '127.0.0.1', admissionPort: port, serverName };
    },
    handleConnections(sendHandshake, shown = admissionEndpoints.certificate) {
      const key = readFileSync(path('key.pem'), 'utf8');
      return admissionEndpoints.gatewayFor(
        createServer({ key, cert: shown }, (socket) => sendHandshake(socket.on('error', () => undefined))),
      );
    },
    handleRequests: (response) =>
      admissionEndpoints.handleConnections((socket) => void socket.once('data', () => response(socket))),
    atEnd: (undo) => void undoing.push(undo),
  };
  return admissionEndpoints;
}
