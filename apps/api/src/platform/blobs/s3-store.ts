import { S3mini } from 's3mini';
import type { BlobStore } from './blob-store.ts';

/** A bucket of an S3-compatible store; `bucketUrl` is its address, such as `https://s3.example.com/bucket`. */
export interface S3Settings {
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const timeoutMs = 10_000;

/** Stores objects by Amazon S3's REST API (signature version 4), path-style or by host as in `bucketUrl`. */
export function s3Store({ bucketUrl, region, accessKey, secretKey }: S3Settings): BlobStore {
  const bucket = new S3mini({
    endpoint: bucketUrl,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: timeoutMs,
  });
  return {
    async put(key, bytes) {
      await bucket.putObject(key, Buffer.from(bytes));
    },
    async get(key) {
      const found = await bucket.getObjectArrayBuffer(key);
      return found === null ? null : Buffer.from(found);
    },
    async delete(key) {
      await bucket.deleteObject(key);
    },
  };
}
