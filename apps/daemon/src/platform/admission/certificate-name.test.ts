import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkName } from './certificate-name.ts';

const gateway = 'gw-0.gateways.comet.test';

function certificate(subject: string, names: string): Buffer {
  const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${subject}`, '-addext', `subjectAltName=${names}`];
  const files = ['-keyout', '/dev/null'];
  return new X509Certificate(
    execFileSync('openssl', ['req', ...key, ...name, ...files], { stdio: ['ignore', 'pipe', 'ignore'] }),
  ).raw;
}

test.each([
  ['itself', 'door', `DNS:${gateway}`, true],
  ['itself among others', 'door', `DNS:gw-1.gateways.comet.test,DNS:${gateway}`, true],
  ['another one', 'door', 'DNS:gw-1.gateways.comet.test', false],
  ['one below it', 'door', `DNS:a.${gateway}`, false],
  ['a wildcard', 'door', 'DNS:*.gateways.comet.test', false],
  ['it only in the subject', gateway, 'DNS:door.comet.test', false],
  ['it in the subject, with an IP address', gateway, 'IP:127.0.0.1', false],
  ['a mail address at it', 'door', `email:door@${gateway}`, false],
])('compares a certificate for %s (%s, %s) with the name of the gateway: %j', (_, subject, names, known) => {
  expect(checkName(certificate(subject, names), gateway) === undefined).toBe(known);
});
