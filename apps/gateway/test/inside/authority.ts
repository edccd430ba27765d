import 'reflect-metadata';
import { generateKeyPairSync, randomUUID, webcrypto } from 'node:crypto';
import { issueTicket, readSigner, type TicketClaims, ticketKeyOf } from '@comet/admission';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Signs tickets and certificates of the admission endpoint for the control plane of these tests. */

export const serverName = 'gateway.comet.test';
export const gatewayId = randomUUID();
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
export const signer = newSigner();
const stranger = newSigner();
const caKeys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const ca = await X509CertificateGenerator.createSelfSigned({
  name: 'CN=Test CA',
  keys: caKeys,
  signingAlgorithm: algorithm,
  extensions: [new BasicConstraintsExtension(true, 0, true)],
});

function newSigner() {
  return readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
}

/** Returns a ticket for a key; with `stranger`, signed by a key that the gateway does not trust. */
export function ticket(
  publicKey: string,
  claims: Partial<TicketClaims> = {},
  by: 'us' | 'stranger' = 'us',
): string {
  const iat = Math.floor(Date.now() / 1000);
  return issueTicket(by === 'us' ? signer : stranger, {
    typ: 'session',
    aud: gatewayId,
    iat,
    exp: (claims.iat ?? iat) + 300,
    sub: 'a'.repeat(22),
    slot: 1,
    key: ticketKeyOf(publicKey),
    features: [],
    sessionUntil: iat + 20_000,
    ...claims,
  });
}

/** Returns the chain for a certificate request; the leaf is valid for `leafSeconds`. */
export async function certify(request: string, leafSeconds: number): Promise<string> {
  const parsed = new Pkcs10CertificateRequest(request);
  if (!(await parsed.verify())) throw new Error('the certificate request is not signed by its key');
  const leaf = await X509CertificateGenerator.create({
    subject: `CN=${serverName}`,
    issuer: ca.subject,
    notBefore: new Date(),
    notAfter: new Date(Date.now() + leafSeconds * 1000),
    publicKey: parsed.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'dns', value: serverName }]),
    ],
  });
  return `${leaf.toString('pem')}\n${ca.toString('pem')}\n`;
}

/** The certificate that clients of the admission endpoint trust. */
export const certificateAuthority = (): string => ca.toString('pem');
