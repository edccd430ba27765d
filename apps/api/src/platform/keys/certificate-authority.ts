import 'reflect-metadata';
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { err, ok, type Result } from '@comet/foundation';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto);

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 24 * 3600 * 1000;
const leafDays = 30;
const authorityDays = 3650;
/** Backdating tolerates clocks that are behind ours. */
const backdate = day;

/** The private authority behind the gateways' admission endpoints. Clients pin both certificates, never a leaf. */
export interface CertificateAuthority {
  /** PEM, the current one first. */
  readonly certificates: readonly string[];
  /**
   * Issues a leaf certificate for `serverName`, valid for 30 days, for the key of a PKCS#10 request (RFC 2986) with a valid signature. The
   * names in the request are ignored. Returns the chain as PEM, leaf first.
   */
  issue(
    certificateRequest: string,
    serverName: string,
    now: Date,
  ): Promise<Result<string, 'certificate_request_invalid'>>;
}

/** A new self-signed authority, certificate and PKCS#8 key in one PEM text. */
export async function makeAuthority(now: Date): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Comet gateway authority',
    keys,
    signingAlgorithm: ecdsa,
    notBefore: new Date(now.getTime() - backdate),
    notAfter: new Date(now.getTime() + authorityDays * day),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const keyPem = createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  return `${certificate.toString('pem')}\n${keyPem.toString()}`;
}

/** SHA-256 of the certificate in hexadecimal. Throws where certificate and key do not belong together. */
export function authorityFingerprint(pem: string): string {
  const certificate = new X509Certificate(Buffer.from(certificateOf(pem).rawData));
  const key = createPrivateKey({ key: keyOf(pem), format: 'der', type: 'pkcs8' });
  if (!certificate.checkPrivateKey(key)) throw new Error('The certificate has another key');
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

/**
 * Opens the CA from PEM texts of certificate and key: `current` signs, and gateways already trust `next`. @throws Error for an invalid PEM.
 */
export function openAuthority(pems: {
  readonly current: string;
  readonly next: string;
}): CertificateAuthority {
  const issuer = certificateOf(pems.current);
  const signingKey = webcrypto.subtle.importKey('pkcs8', keyOf(pems.current), ecdsa, false, ['sign']);
  return {
    certificates: [issuer, certificateOf(pems.next)].map((certificate) => certificate.toString('pem')),
    async issue(certificateRequest, serverName, now) {
      const publicKey = await requestedKey(certificateRequest);
      if (publicKey === null) return err('certificate_request_invalid');
      const leaf = await x509.X509CertificateGenerator.create({
        subject: `CN=${serverName}`,
        issuer: issuer.subject,
        publicKey,
        signingKey: await signingKey,
        signingAlgorithm: ecdsa,
        notBefore: new Date(now.getTime() - backdate),
        notAfter: new Date(now.getTime() + leafDays * day),
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: serverName }]),
          await x509.AuthorityKeyIdentifierExtension.create(issuer),
          await x509.SubjectKeyIdentifierExtension.create(publicKey),
        ],
      });
      return ok(`${leaf.toString('pem')}\n${issuer.toString('pem')}\n`);
    },
  };
}

/** Returns the P-256 public key of a request with a valid signature, or null. */
async function requestedKey(pem: string): Promise<x509.PublicKey | null> {
  try {
    const request = new x509.Pkcs10CertificateRequest(pem);
    const { name, namedCurve } = request.publicKey.algorithm as webcrypto.EcKeyAlgorithm;
    if (name !== 'ECDSA' || namedCurve !== 'P-256') return null;
    return (await request.verify()) ? request.publicKey : null;
  } catch {
    return null;
  }
}

function certificateOf(pem: string): x509.X509Certificate {
  const text = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)?.[0];
  if (text === undefined) throw new Error('The authority file holds no certificate');
  return new x509.X509Certificate(text);
}

function keyOf(pem: string): Buffer<ArrayBuffer> {
  const text = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(pem)?.[0];
  if (text === undefined) throw new Error('The authority file holds no private key');
  return Buffer.from(createPrivateKey(text).export({ type: 'pkcs8', format: 'der' }));
}
