import type { Clock } from '@comet/foundation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf, type StorageKey } from './signature.ts';

/** The sandbox's bucket, and its key. */
export interface ObjectStorageSettings extends StorageKey {
  readonly bucket: string;
}

const maxBytes = 32_000_000;

/**
 * Amazon S3's PutObject, GetObject and DeleteObject under `/s3/BUCKET`, path-style, in memory (statuses and errors as in the API
 * reference, “REST API 2006-03-01”).
 */
export async function objectStorageRoutes(
  app: FastifyInstance,
  settings: ObjectStorageSettings,
  clock: Clock,
): Promise<void> {
  const objects = new Map<string, Buffer>();
  await app.register(async (bucket) => {
    bucket.removeAllContentTypeParsers();
    bucket.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    bucket.addHook('preHandler', async (request: FastifyRequest<{ Params: { bucket: string } }>, reply) => {
      const refusal = refusalOf(request, settings, clock.now());
      if (refusal !== null) return sendError(reply, 403, refusal);
      if (request.params.bucket !== settings.bucket) return sendError(reply, 404, 'NoSuchBucket');
      return undefined;
    });
    type ForObject = FastifyRequest<{ Params: { '*': string }; Body: Buffer }>;
    const path = '/s3/:bucket/*';
    bucket.put(path, (request: ForObject, reply) => {
      objects.set(request.params['*'], request.body);
      return reply.status(200).send();
    });
    bucket.get(path, (request: ForObject, reply) => {
      const found = objects.get(request.params['*']);
      if (found === undefined) return sendError(reply, 404, 'NoSuchKey');
      return reply.type('binary/octet-stream').send(found);
    });
    bucket.delete(path, (request: ForObject, reply) => {
      objects.delete(request.params['*']);
      return reply.status(204).send();
    });
  });
}

function sendError(reply: FastifyReply, status: number, code: string): FastifyReply {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return reply.status(status).type('application/xml').send(text);
}
