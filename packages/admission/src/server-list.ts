import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { openDocument, type SignatureRefusal, type Verifiers } from './signed-document.ts';

const port = z.int().check(z.minimum(1), z.maximum(65535));

const serverListContent = z.object({
  /** Grows with every change; a client refuses a lower one than it has seen, so a list cannot be rolled back. */
  version: z.int().check(z.minimum(1)),
  /** Unix seconds. */
  issuedAt: z.int(),
  expiresAt: z.int(),
  locations: z.array(
    z.object({
      code: z.string().check(z.regex(/^[a-z]{2}-[a-z]{3}$/)),
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      countryName: z.string().check(z.regex(/^[^\p{C}]{1,60}$/u)),
      city: z.string().check(z.regex(/^[^\p{C}]{1,60}$/u)),
      type: z.string().check(z.regex(/^[a-z_]{1,30}$/)),
      latitude: z.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    }),
  ),
  gateways: z.array(
    z.object({
      id: z.uuid(),
      location: z.string(),
      /** The name in the certificate of its door. */
      serverName: z.string().check(z.regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/)),
      ipv4: z.ipv4(),
      ipv6: z.nullable(z.ipv6()),
      doorPort: port,
      wireguardPort: port,
      wireguardPublicKey: z.string().check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw480]=$/)),
      online: z.boolean(),
    }),
  ),
});

export type ServerList = z.output<typeof serverListContent>;
export type ServerListRefusal = SignatureRefusal | 'expired' | 'rolled_back';

/** The list inside a signed document, if it is genuine, not expired at `now` (unix seconds) and not older than `atLeast`. */
export function checkServerList(
  verifiers: Verifiers,
  document: string,
  expected: { readonly now: number; readonly atLeast: number },
): Result<ServerList, ServerListRefusal> {
  const opened = openDocument('server-list', verifiers, document);
  if (!opened.ok) return opened;
  const parsed = serverListContent.safeParse(opened.value);
  if (!parsed.success) return err('malformed');
  if (parsed.data.expiresAt < expected.now) return err('expired');
  if (parsed.data.version < expected.atLeast) return err('rolled_back');
  return ok(parsed.data);
}
