import * as z from 'zod/mini';

/** Maximum number of local proxies, those to residential exits and those to locations together. */
export const maxProxies = 32;

/** A local port that needs no privileges. */
export const proxyPort = z.int().check(z.minimum(1024), z.maximum(65_535));

/** A local port whose connections leave at a location, named by its code, or not at all. */
export const locationProxy = z.object({
  port: proxyPort,
  location: z.string().check(z.minLength(1), z.maxLength(60)),
});

export type LocationProxy = z.output<typeof locationProxy>;
