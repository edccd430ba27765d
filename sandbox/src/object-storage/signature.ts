import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The key of the sandbox's only user. */
export interface StorageKey {
  readonly accessKey: string;
  readonly secretKey: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const scheme =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Returns S3's error code for a wrong signature, null for a right one (AWS Signature Version 4, “Authenticating Requests: Using the
 * Authorization Header”). The body is not signed: `x-amz-content-sha256` is taken as given.
 */
export function refusalOf(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>,
  { accessKey, secretKey }: StorageKey,
  now: Date,
): 'AccessDenied' | 'InvalidAccessKeyId' | 'RequestTimeTooSkewed' | 'SignatureDoesNotMatch' | null {
  const [, id = '', day = '', region = '', signed = '', signature = ''] =
    scheme.exec(request.headers.authorization ?? '') ?? [];
  if (signature === '') return 'AccessDenied';
  if (id !== accessKey) return 'InvalidAccessKeyId';
  const time = String(request.headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(now.getTime() - at) < 15 * 60_000) || !time.startsWith(day)) return 'RequestTimeTooSkewed';
  const [path = '', query = ''] = request.url.split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').toSorted().join('&'),
    ...signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    String(request.headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(mac, mac(mac(`AWS4${secretKey}`, day), region));
  const expected = mac(key, ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
