import 'reflect-metadata';
import { createPrivateKey, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { isIpv4 } from '@comet/foundation';
import type { HubServer } from './nats-deployment.ts';

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 3600 * 1000;
const lifeDays = 3650;

/** Certificates in PEM with which the servers of a cluster connect to each other. */
export interface ClusterCertificates {
  readonly authority: string;
  /** By the server's name; the key as PKCS#8. */
  readonly servers: ReadonlyMap<string, { readonly certificate: string; readonly key: string }>;
}

/**
 * Creates an authority for one cluster, whose key is not kept, and a certificate for each server, valid for ten years. nats-server requires
 * certificates on both ends of these connections, and public authorities issue none for clients.
 */
export async function createClusterCertificates(
  servers: readonly HubServer[],
  now: Date,
): Promise<ClusterCertificates> {
  x509.cryptoProvider.set(webcrypto);
  const validity = {
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + lifeDays * dayMs),
  };
  const keys = await newKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=Comet NATS cluster', keys, signingAlgorithm: ecdsa, ...validity },
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  const issued = await Promise.all(
    servers.map(async ({ name, host }) => {
      const own = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        ...{ subject: `CN=${name}`, issuer: authority.subject, signingAlgorithm: ecdsa, ...validity },
        ...{ publicKey: own.publicKey, signingKey: keys.privateKey },
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([
            x509.ExtendedKeyUsage.serverAuth,
            x509.ExtendedKeyUsage.clientAuth,
          ]),
          new x509.SubjectAlternativeNameExtension([{ type: isIpv4(host) ? 'ip' : 'dns', value: host }]),
        ],
      });
      const key = await pemOf(own.privateKey);
      return [name, { certificate: `${certificate.toString('pem')}\n`, key }] as const;
    }),
  );
  return { authority: `${authority.toString('pem')}\n`, servers: new Map(issued) };
}

function newKeys() {
  return webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
}

async function pemOf(privateKey: webcrypto.CryptoKey): Promise<string> {
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  const pem = createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  return pem.toString();
}
