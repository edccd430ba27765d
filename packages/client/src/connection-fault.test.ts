import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { certificateFault, connectionFault } from './connection-fault.ts';
import { NetworkError } from './errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'comet-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A certificate that is its own authority, valid for `days` from now; with -1 it has expired. */
function certificateFor(name: string, days: number) {
  const [key, request, cert] = ['key', 'request', 'cert'].map((part) => join(folder, `${part}.pem`)) as [
    string,
    string,
    string,
  ];
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'ignore' });
  const subject = `-subj /CN=${name} -addext subjectAltName=DNS:${name}`;
  openssl(
    `req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes ${subject} -keyout ${key} -out ${request}`,
  );
  openssl(`x509 -req -in ${request} -signkey ${key} -days ${days} -copy_extensions copy -out ${cert}`);
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Returns the error of a request to a server with this certificate, as the API's client throws it. */
async function errorWith(certificate: ReturnType<typeof certificateFor>, trusted: boolean): Promise<unknown> {
  const server = createServer(certificate).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const cause = await new Promise((resolve) => {
      get({ host: 'localhost', port, family: 4, ...(trusted ? { ca: certificate.cert } : {}) }).on(
        'error',
        resolve,
      );
    });
    return new NetworkError('fetch failed', { cause });
  } finally {
    server.close();
  }
}

test.each([
  [
    'an unknown authority',
    'localhost',
    2,
    false,
    /not signed by an authority that this machine trusts .*NODE_EXTRA_CA_CERTS/,
  ],
  [
    'an expired one',
    'localhost',
    -1,
    true,
    /has expired, or the clock of this machine is ahead \(CERT_HAS_EXPIRED\)\.$/,
  ],
  [
    'one for another name',
    'other.example',
    2,
    true,
    /is for another host name than .* \(ERR_TLS_CERT_ALTNAME_INVALID\)\.$/,
  ],
])('names the fault of a certificate: %s', async (_, name, days, trusted, fault) => {
  const error = await errorWith(certificateFor(name, days), trusted);
  expect(certificateFault(error)).toMatch(fault);
  expect(connectionFault(error)).toBe(certificateFault(error));
});

test('names other faults by the code of the system, and nothing without one', () => {
  const refused = new NetworkError('fetch failed', {
    cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
  });
  expect(certificateFault(refused)).toBeNull();
  expect(connectionFault(refused)).toBe('Unable to connect to the API (ECONNREFUSED)');
  expect(connectionFault(new Error('no code'))).toBeNull();
});
