import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** Returns a new ECDSA P-256 key for the admission endpoint, as PKCS#8 PEM. */
export function newAdmissionKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const tag = {
  integer: 0x02,
  bitString: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  attributes: 0xa0,
};
const commonName = Buffer.from([0x55, 0x04, 0x03]);
/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]);

/**
 * Returns a PKCS#10 request (RFC 2986) as PEM for an ECDSA key given as PEM. The subject is empty: the control plane sets
 * the names. All lengths are fixed or known, so no DER library is needed.
 */
export function certificateRequest(privateKey: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const name = der(tag.sequence, der(tag.oid, commonName), der(tag.utf8, Buffer.from('comet-gateway')));
  const information = der(
    tag.sequence,
    der(tag.integer, Buffer.from([0])),
    der(tag.sequence, der(tag.set, name)),
    publicKey,
    der(tag.attributes),
  );
  const request = der(
    tag.sequence,
    information,
    der(tag.sequence, der(tag.oid, ecdsaWithSha256)),
    // A bit string begins with the number of unused bits.
    der(tag.bitString, Buffer.from([0]), sign('sha256', information, privateKey)),
  );
  const lines = request.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** One DER element: tag, length, content (ITU-T X.690). */
function der(type: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}
