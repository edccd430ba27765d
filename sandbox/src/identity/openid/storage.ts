import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Stored {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/** In-memory storage of one provider; the library's default shares one storage between all providers of a process. */
export function createStorage(): (model: string) => Adapter {
  const stored = new Map<string, Stored>();
  const get = (key: string): AdapterPayload | undefined => {
    const found = stored.get(key);
    if (found !== undefined && found.expiresAt > Date.now()) return found.payload;
    stored.delete(key);
    return undefined;
  };
  const findWhere = (model: string, matches: (payload: AdapterPayload) => boolean) => {
    const key = [...stored.keys()].find((name) => {
      const payload = name.startsWith(`${model}:`) ? get(name) : undefined;
      return payload !== undefined && matches(payload);
    });
    return Promise.resolve(key === undefined ? undefined : get(key));
  };
  return (model) => ({
    upsert: async (id, payload, expiresIn = Number.POSITIVE_INFINITY) => {
      stored.set(`${model}:${id}`, { payload, expiresAt: Date.now() + expiresIn * 1000 });
    },
    find: (id) => Promise.resolve(get(`${model}:${id}`)),
    findByUid: (uid) => findWhere(model, (payload) => payload.uid === uid),
    findByUserCode: (userCode) => findWhere(model, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = get(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => {
      stored.delete(`${model}:${id}`);
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}
