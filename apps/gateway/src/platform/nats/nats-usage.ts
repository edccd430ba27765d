import { createPrivateKey, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signUsageReport } from '@comet/admission';
import {
  hubDomain,
  type UsageReceipt,
  usageReceipt,
  usageReceipts,
  type UsageReport,
  usageSignatureHeader,
  usageSubject,
} from '@comet/contract';
import { jsonOf, natsFault } from '@comet/foundation';
import { jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { connectWith, domainOf, issueNatsCredential, type NatsCredential } from './nats-connection.ts';
import type { SentReport, UsageTransport } from './usage-transport.ts';

/**
 * Milliseconds: until a report must be stored; until the control plane must have recorded it, which collects reports for a second; between
 * attempts to connect; after which a credential is renewed, and after which it has expired.
 */
const times = { store: 3_000, receipt: 6_000, retry: 5_000, renew: 6 * 3_600_000, expiry: 11.5 * 3_600_000 };

const lost = 'the connection to NATS was lost';

/** The gateway, and the key (PKCS#8, PEM) of its credential at the control plane; without a key it reports over HTTP. */
interface Reporter {
  readonly gatewayId: string;
  readonly credentialKey: string | null;
}

interface Session {
  readonly connection: NatsConnection;
  readonly credential: NatsCredential;
}

/**
 * Sends usage reports to the nearest of `servers`, which stores them. The connection has a credential of its own and stays open while the
 * control plane is away, for at least five and a half hours.
 */
export function connectNatsUsage(
  servers: readonly string[],
  reporter: () => Reporter,
  { call }: Pick<ControlPlane, 'call'>,
  now: () => number = () => performance.now(),
): UsageTransport {
  let credential: (NatsCredential & { readonly at: number }) | null = null;
  let session: Session | null = null;
  let retryAt = Number.NEGATIVE_INFINITY;
  let lastFault = lost;
  let opening: Promise<Session | string> | null = null;
  /** Called with the receipt of a report. */
  const waiting = new Map<string, (receipt: UsageReceipt) => void>();

  const isYoung = (limit: number) => credential !== null && now() - credential.at < limit;

  /** A credential that is renewed long before it expires, so that one is left while the control plane is away. */
  async function currentCredential(): Promise<NatsCredential | string> {
    if (credential !== null && isYoung(times.renew)) return credential;
    const issued = await issueNatsCredential(call);
    if (typeof issued !== 'string') credential = { ...issued, at: now() };
    else if (!isYoung(times.expiry)) return issued;
    return credential ?? issued;
  }

  async function open(): Promise<Session | string> {
    retryAt = now() + times.retry;
    try {
      const wanted = await currentCredential();
      if (typeof wanted === 'string') return wanted;
      if (session !== null && session.credential === wanted && !session.connection.isClosed()) return session;
      const { gatewayId } = reporter();
      const connection = await connectWith(wanted, servers, gatewayId);
      connection.subscribe(usageReceipts(gatewayId), {
        callback: (_error, message) => {
          const { data: receipt } = usageReceipt.safeParse(jsonOf(message.string()));
          if (receipt !== undefined) waiting.get(receipt.report)?.(receipt);
        },
      });
      await session?.connection.close();
      session = { connection, credential: wanted };
      return session;
    } catch (error) {
      return natsFault(error);
    }
  }

  /** Returns a connection, or why there is none. */
  async function current(): Promise<Session | string> {
    const usable = session !== null && !session.connection.isClosed() ? session : null;
    if (usable !== null && isYoung(times.renew)) return usable;
    if (now() < retryAt && opening === null) return usable ?? lastFault;
    opening ??= open().finally(() => {
      opening = null;
    });
    const opened = await opening;
    lastFault = typeof opened === 'string' ? opened : lost;
    if (typeof opened !== 'string') return opened;
    return usable ?? opened;
  }

  return {
    async send(leases) {
      const { gatewayId, credentialKey } = reporter();
      if (credentialKey === null) return failed('the credential of this gateway is bound to no key');
      const opened = await current();
      if (typeof opened === 'string') return failed(opened);
      const content: UsageReport = { gateway: gatewayId, report: randomUUID(), leases };
      const body = Buffer.from(JSON.stringify(content));
      const signature = signUsageReport(createPrivateKey(credentialKey), body);
      const receipt = Promise.withResolvers<UsageReceipt>();
      waiting.set(content.report, receipt.resolve);
      try {
        await store(opened.connection, { gatewayId, report: content.report, body, signature });
        const timeout = new AbortController();
        const received = await Promise.race([
          receipt.promise,
          sleep(times.receipt, null, { signal: timeout.signal }).catch(() => null),
        ]);
        timeout.abort();
        if (received === null) return { kind: 'stored' };
        if (received.refused !== null) return failed(`refused: ${received.refused}`);
        return { kind: 'applied', unknown: received.unknown };
      } catch (error) {
        return failed(natsFault(error));
      } finally {
        waiting.delete(content.report);
      }
    },
    async close() {
      await opening;
      await session?.connection.close();
    },
  };
}

const failed = (reason: string): SentReport => ({ kind: 'failed', reason });

interface SignedReport {
  readonly gatewayId: string;
  readonly report: string;
  readonly body: Uint8Array;
  readonly signature: string;
}

/** Resolves when the stream of the connected server's domain has stored the report. */
async function store(
  connection: NatsConnection,
  { gatewayId, report, body, signature }: SignedReport,
): Promise<void> {
  const header = headers();
  header.set(usageSignatureHeader, signature);
  const subject = usageSubject(domainOf(connection) ?? hubDomain, gatewayId);
  await jetstream(connection, { timeout: times.store }).publish(subject, body, {
    msgID: report,
    headers: header,
  });
}
