import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { feedInbox } from './feed-over-nats.ts';

/** The JetStream stream of usage reports: one in the cluster, which all consumers read, and one on each leaf node, from which it is filled. */
export const usageStream = 'USAGE';

/** JetStream domain of the cluster. */
export const hubDomain = 'hub';

/**
 * Subject of a gateway's reports. `domain` is the JetStream domain of the server that the gateway is connected to: a report is stored
 * there, once.
 */
export const usageSubject = (domain: string, gatewayId: string): string => `usage.${domain}.${gatewayId}`;

/** Subject on which a gateway receives a `usageReceipt` for each report. */
export const usageReceipts = (gatewayId: string): string => `${feedInbox(gatewayId)}.usage`;

/** Header of a report: the signature of its bytes with the key of the gateway's credential. */
export const usageSignatureHeader = 'Comet-Signature';

/** Maximum size of a report in bytes, for `maxReportedLeases` leases. */
export const maxUsageReportBytes = 131_072;
const maxReportedLeases = 1_000;

/** A report; `leases` as in `reportUsage`. */
export const usageReport = z.object({
  gateway: id,
  /** Identifies the report: its receipt names it, and the stream stores it once. */
  report: id,
  leases: z
    .array(
      z.object({
        slice: id,
        usedBytes: z.int().check(z.minimum(0)),
        done: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxReportedLeases)),
});

/** Why a report is not processed; it is not delivered again. */
export const usageRefusals = [
  'malformed',
  'other_gateway',
  'unknown_gateway',
  'bad_signature',
  'invalid',
] as const;

/** Sent once a report was processed, or refused. `unknown` as in `reportUsage`. */
export const usageReceipt = z.object({
  report: id,
  refused: z.nullable(z.enum(usageRefusals)),
  unknown: z.array(id),
});

export type UsageReport = z.output<typeof usageReport>;
export type UsageRefusal = (typeof usageRefusals)[number];
export type UsageReceipt = z.output<typeof usageReceipt>;
