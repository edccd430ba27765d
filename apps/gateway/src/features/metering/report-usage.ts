import { err, ok, type Result } from '@comet/foundation';
import type { QuotaLeaseSource, QuotaLeaseUse } from './quota-lease-ledger.ts';
import type { UsageTransport } from '../../platform/nats/usage-transport.ts';

/** Milliseconds: during which HTTP precedes NATS after a failure of NATS, and until an unrecorded lease is stored again. */
const times = { return: 30_000, again: 60_000 };

interface ReportPaths {
  readonly http: (quotaLeases: readonly QuotaLeaseUse[]) => Promise<Result<readonly string[], 'unreachable'>>;
  readonly nats: Pick<UsageTransport, 'send'>;
  /** Called when reports begin to use NATS, or cannot. */
  onNats(outcome: { readonly failed: string | null }): void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Reports over NATS, and over HTTP where NATS has not recorded the report within seconds; an urgent report takes HTTP first. While the
 * control plane is away, each change is stored by the NATS server, and the report stays unrecorded: it is made again until it is recorded
 * on either path, which counts nothing twice since totals are cumulative.
 */
export function reportUsage({
  http,
  nats,
  onNats,
  now = () => performance.now(),
}: ReportPaths): QuotaLeaseSource['report'] {
  let natsAfter = Number.NEGATIVE_INFINITY;
  /** What was stored and not recorded, by lease. */
  const stored = new Map<string, QuotaLeaseUse & { readonly at: number }>();

  const isStored = ({ slice, usedBytes, done }: QuotaLeaseUse): boolean => {
    const before = stored.get(slice);
    return before?.usedBytes === usedBytes && before.done === done && now() - before.at < times.again;
  };
  function recorded(quotaLeases: readonly QuotaLeaseUse[]): void {
    for (const { slice } of quotaLeases) stored.delete(slice);
  }

  /** Returns the unknown leases, or null where not all leases are recorded. */
  async function overNats(quotaLeases: readonly QuotaLeaseUse[]): Promise<readonly string[] | null> {
    const changed = quotaLeases.filter((one) => !isStored(one));
    if (changed.length === 0) return null;
    let sent = await nats.send([...changed]);
    // Reports are recorded again: those of the others, which were only stored, may have been lost.
    if (sent.kind === 'applied' && changed.length < quotaLeases.length)
      sent = await nats.send([...quotaLeases]);
    if (sent.kind === 'applied') {
      onNats({ failed: null });
      recorded(quotaLeases);
      return sent.unknown;
    }
    natsAfter = now() + times.return;
    if (sent.kind === 'stored') for (const one of changed) stored.set(one.slice, { ...one, at: now() });
    onNats({ failed: sent.kind === 'stored' ? 'stored, but not recorded in time' : sent.reason });
    return null;
  }

  return async (quotaLeases, urgency) => {
    const isNatsFirst = urgency === 'soon' && now() >= natsAfter;
    const unknown = isNatsFirst ? await overNats(quotaLeases) : null;
    if (unknown !== null) return ok(unknown);
    const reply = await http(quotaLeases);
    if (reply.ok) {
      recorded(quotaLeases);
      return reply;
    }
    const late = isNatsFirst ? null : await overNats(quotaLeases);
    return late === null ? err('unreachable') : ok(late);
  };
}
