import { readSigner } from '@comet/admission';
import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import { manifestFor, packageOf, type ReleaseState } from './release.ts';

export interface ReleaseSettings {
  /** Ed25519 private key, PKCS #8, PEM; the app's package contains the public key. */
  readonly signingKey: string;
}

/** Serves newer versions of the app like a file server: `/releases/CHANNEL/PLATFORM.json` and the package in the same folder. */
export function releaseRoutes(
  app: FastifyInstance,
  state: ReleaseState,
  { signingKey }: ReleaseSettings,
  clock: Clock,
): void {
  const signer = readSigner(signingKey);

  app.get<{ Params: { channel: string; platform: string } }>(
    '/releases/:channel/:platform(^[a-z0-9-]+).json',
    (request, reply) => {
      const { newest } = state;
      if (newest === null) return reply.status(404).send({ error: 'Nothing has been released.' });
      if (newest.fault === 'unavailable') return reply.status(503).send();
      const { channel, platform } = request.params;
      return reply.type('text/plain').send(manifestFor(newest, { channel, platform }, signer, clock));
    },
  );

  app.get<{ Params: { version: string } }>(
    '/releases/:channel/comet_:version(^[0-9.]+)_:architecture(^[a-z0-9]+).deb',
    (request, reply) => {
      const { newest } = state;
      if (newest?.version !== request.params.version)
        return reply.status(404).send({ error: 'There is no such package.' });
      const bytes = packageOf(newest.version);
      if (newest.fault === 'package') bytes.write('Malice');
      return reply.type('application/vnd.debian.binary-package').send(bytes);
    },
  );
}
