import 'reflect-metadata';
import { createPublicKey, verify } from 'node:crypto';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { certificateRequest, newAdmissionKey } from './certificate-request.ts';

/** Returns the elements inside a DER element. */
function children(der: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = der[1] === 0x82 ? 4 : der[1] === 0x81 ? 3 : 2; at < der.length; ) {
    const mark = der[at + 1] ?? 0;
    const header = mark === 0x82 ? 4 : mark === 0x81 ? 3 : 2;
    const length = mark === 0x82 ? der.readUInt16BE(at + 2) : mark === 0x81 ? (der[at + 2] ?? 0) : mark;
    parts.push(der.subarray(at, at + header + length));
    at += header + length;
  }
  return parts;
}

test('contains the public key and is signed with its private key', () => {
  for (let round = 0; round < 20; round += 1) {
    const key = newAdmissionKey();
    const der = Buffer.from(certificateRequest(key).replaceAll(/-----[^-]+-----|\n/g, ''), 'base64');
    const [information, , signature] = children(der);
    const publicKey = createPublicKey(key);
    expect(children(information ?? Buffer.alloc(0))[2]).toEqual(
      publicKey.export({ type: 'spki', format: 'der' }),
    );
    const mark = signature?.subarray((signature[1] ?? 0) < 0x80 ? 3 : 4) ?? Buffer.alloc(0);
    expect(verify('sha256', information ?? Buffer.alloc(0), publicKey, mark)).toBe(true);
  }
});

test('is valid for another implementation', async () => {
  const read = new Pkcs10CertificateRequest(certificateRequest(newAdmissionKey()));
  expect(read.subject).toBe('CN=comet-gateway');
  expect(await read.verify()).toBe(true);
});
