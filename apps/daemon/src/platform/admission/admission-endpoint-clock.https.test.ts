import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import {
  admissionEndpointsUnderTest,
  head,
  presentation,
  serverName,
  unreachable,
} from '../../../test/fleet/admission-endpoints-fixture.ts';
import { certificateClock } from './certificate-clock.ts';
import { httpsAdmission } from './admission-endpoint.https.ts';

const admissionEndpoints = admissionEndpointsUnderTest();

/** Returns an admission endpoint certificate, signed by its key, that is valid for two days from `days` days from now. */
function signedFor(days: number): string {
  const at = (later: number) => {
    const moment = new Date(Date.now() + later * 86_400_000).toISOString();
    return `${moment.replaceAll(/[-:T]|\..*/g, '')}Z`;
  };
  const path = (name: string) => join(admissionEndpoints.folder, name);
  const config = [
    '[ca]\ndefault_ca=c\n[c]',
    ...[
      `database=${path('index')}`,
      `new_certs_dir=${admissionEndpoints.folder}`,
      'default_md=sha256',
      'rand_serial=yes',
      'policy=p',
      'x509_extensions=e',
    ],
    `[p]\ncommonName=supplied\n[e]\nbasicConstraints=CA:TRUE\nsubjectAltName=DNS:${serverName}\n`,
  ];
  writeFileSync(path('index'), '');
  writeFileSync(path('ca.conf'), config.join('\n'));
  const asking = ['-new', '-key', path('key.pem'), '-subj', '/CN=door', '-out', path('admission.csr')];
  execFileSync('openssl', ['req', ...asking], { stdio: 'ignore' });
  const signing = ['-batch', '-selfsign', '-notext', '-config', path('ca.conf')];
  const files = ['-keyfile', path('key.pem'), '-in', path('admission.csr'), '-out', path('other.pem')];
  const dates = ['-startdate', at(days), '-enddate', at(days + 2)];
  execFileSync('openssl', ['ca', ...signing, ...files, ...dates], { stdio: 'ignore' });
  return readFileSync(path('other.pem'), 'utf8');
}

test.each([
  [-1, null],
  [-5, 'clock_ahead'],
  [5, 'clock_behind'],
])('a certificate that is valid from %i days from now indicates for the clock: %s', async (days, fault) => {
  const own = signedFor(days);
  const gateway = await admissionEndpoints.handleConnections(
    (socket) => void socket.once('data', () => socket.end(head(2) + '{}')),
    own,
  );
  const clockWatch = certificateClock(systemClock);
  const admissionEndpoint = httpsAdmission([own], undefined, clockWatch);
  expect(await admissionEndpoint.present(gateway, presentation, AbortSignal.timeout(20_000))).toMatchObject(
    unreachable,
  );
  admissionEndpoint.forget();
  expect(clockWatch.fault()).toBe(fault);
});
