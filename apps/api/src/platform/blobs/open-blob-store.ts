import type { Sealer } from '../keys/seal.ts';
import { type BlobStore, encrypted } from './blob-store.ts';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '@comet/foundation/state-file';
import { S3mini } from 's3mini';

/** A bucket of an S3-compatible store; `bucketUrl` is its address, such as `https://s3.example.com/bucket`. */
interface S3Settings {
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const timeoutMs = 10_000;

/** Stores objects by Amazon S3's REST API (signature version 4), path-style or by host as in `bucketUrl`. */
function s3Store({ bucketUrl, region, accessKey, secretKey }: S3Settings): BlobStore {
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

/** Stores each object as a file, readable by its owner only. Every process that uses the store needs the same folder. */
function folderStore(folder: string): BlobStore {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z]+)?$/.test(key))
      throw new Error(`${key} is not a key of a stored object`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await replaceFile(path, bytes);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A folder, or a bucket of an S3-compatible store. */
export type BlobSettings = { readonly folder: string } | S3Settings;

/** Opens the blob store, encrypted; null without settings. */
export function openBlobStore(settings: BlobSettings | null, sealer: Sealer): BlobStore | null {
  return settings === null ? null : encrypted(storeAt(settings), sealer);
}

/** Returns the store without encryption, to check that it works. */
export function storeAt(settings: BlobSettings): BlobStore {
  return 'folder' in settings ? folderStore(settings.folder) : s3Store(settings);
}
