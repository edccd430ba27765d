/**
 * Byte strings outside of the database, by key. A key has lower-case letters, digits, `-` and `/`, and may end with a file extension; a stored object is never changed. All
 * functions throw an Error when the store does not respond or refuses.
 */
export interface BlobStore {
  /** Resolves when the object is durable. Repeatable. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no object. */
  get(key: string): Promise<Buffer | null>;
  /** Does nothing if there is no object. */
  delete(key: string): Promise<void>;
}

/** Encrypts what is stored; `open` throws for bytes that were not sealed for this key. */
interface BytesSealer {
  sealBytes(bytes: Uint8Array, context: string): Buffer;
  openBytes(sealed: Uint8Array, context: string): Buffer;
}

/** Returns the store with encrypted contents, each bound to its key: the store reads none and cannot exchange two. */
export function encrypted(store: BlobStore, sealer: BytesSealer): BlobStore {
  return {
    put: (key, bytes) => store.put(key, sealer.sealBytes(bytes, key)),
    async get(key) {
      const sealed = await store.get(key);
      return sealed === null ? null : sealer.openBytes(sealed, key);
    },
    delete: (key) => store.delete(key),
  };
}
