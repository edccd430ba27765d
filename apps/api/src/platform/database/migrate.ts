import type { Database } from './database.ts';
import { withMigrationLock, applyMissing, type LockWaits } from './apply-migrations.ts';
import { createMissingFunctions } from './missing-functions.ts';
import * as accounts from './migrations/0001-accounts.ts';
import * as requests from './migrations/0002-requests.ts';
import * as network from './migrations/0003-network.ts';
import * as payments from './migrations/0004-payments.ts';
import * as signingIn from './migrations/0005-signing-in.ts';
import * as twoFactor from './migrations/0006-two-factor.ts';
import * as identities from './migrations/0007-identities.ts';
import * as passwords from './migrations/0008-passwords-and-addresses.ts';
import * as sessions from './migrations/0009-sessions.ts';
import * as deletion from './migrations/0010-deletion.ts';
import * as passkeys from './migrations/0011-passkeys.ts';
import * as secondLooks from './migrations/0012-second-looks.ts';
import * as orders from './migrations/0013-orders.ts';
import * as lifecycle from './migrations/0014-lifecycle.ts';
import * as catalogue from './migrations/0015-catalogue-and-services.ts';
import * as freeDaysAndCrypto from './migrations/0016-free-days-and-crypto.ts';
import * as inbox from './migrations/0017-inbox.ts';
import * as openvpnOffers from './migrations/0018-openvpn-offers.ts';
import * as grants from './migrations/0019-grants.ts';
import * as downloads from './migrations/0020-downloads.ts';
import * as moneyWhole from './migrations/0021-money-whole.ts';
import * as blockLists from './migrations/0024-block-lists.ts';
import * as proxyGrants from './migrations/0025-proxy-grants.ts';
import * as residentialData from './migrations/0026-residential-data.ts';
import * as exits from './migrations/0027-exits.ts';
import * as dedicatedWays from './migrations/0028-dedicated-ways.ts';
import * as oneAddressAnExit from './migrations/0032-one-address-an-exit.ts';
import * as exitLines from './migrations/0033-exit-lines.ts';
import * as knownAddresses from './migrations/0034-addresses-that-are-known.ts';
import * as upstreamsForTunnels from './migrations/0035-upstreams-for-tunnels.ts';
import * as conversations from './migrations/0037-conversations.ts';
import * as operators from './migrations/0038-operators.ts';
import * as agreedPrices from './migrations/0039-agreed-prices.ts';
import * as stoppedUpstreams from './migrations/0040-upstreams-that-are-stopped.ts';
import * as checkoutClaims from './migrations/0041-checkout-claims.ts';
import * as secondFactorDevices from './migrations/0045-second-factor-devices.ts';
import * as pendingSignIns from './migrations/0046-pending-sign-ins.ts';
import * as operatorDevices from './migrations/0047-operator-devices.ts';
import * as mailboxBenefits from './migrations/0050-mailbox-benefits.ts';
import * as gatewayCredentials from './migrations/0055-gateway-credentials.ts';
import * as refusedFeeds from './migrations/0056-gateways-that-refuse-their-feed.ts';
import * as keyFingerprints from './migrations/0060-key-fingerprints.ts';
import * as cardUses from './migrations/0061-card-uses.ts';
import * as exitCredentials from './migrations/0064-exit-credentials.ts';
import * as deviceSignIns from './migrations/0065-device-sign-ins.ts';
import * as signInNotices from './migrations/0066-sign-in-notices.ts';
import * as quotaAccounts from './migrations/0067-quota-accounts.ts';
import * as statusHistory from './migrations/0068-status-history.ts';
import * as stockRequests from './migrations/0069-stock-requests.ts';
import * as orderNumbers from './migrations/0070-order-numbers.ts';
import * as orderNumberBackfill from './migrations/0071-order-number-backfill.ts';
import * as orderNumberRequired from './migrations/0072-order-number-required.ts';
import * as operatorConsole from './migrations/0073-operator-console.ts';
import * as gatewayDraining from './migrations/0075-gateway-draining.ts';
import * as schemaCompatibility from './migrations/0076-schema-compatibility.ts';
import * as ledgerByTime from './migrations/0078-ledger-by-time.ts';
import * as operatorRoles from './migrations/0079-operator-roles.ts';
import * as auditFilters from './migrations/0080-audit-filters.ts';
import * as operatorActions from './migrations/0081-operator-actions.ts';
import * as capacityHistory from './migrations/0082-capacity-history.ts';
import * as changeRequestIds from './migrations/0083-change-request-ids.ts';
import * as enrolmentRepeats from './migrations/0084-enrolment-repeats.ts';
import * as exitDraining from './migrations/0085-exit-draining.ts';
import * as foreignKeyIndexes from './migrations/0086-foreign-key-indexes.ts';
import * as lookupIndexes from './migrations/0087-lookup-indexes.ts';
import * as jobPositions from './migrations/0088-job-positions.ts';
import * as retentionIndexes from './migrations/0089-retention-indexes.ts';
import * as attachmentBlobs from './migrations/0090-attachment-blobs.ts';
import * as attachmentsToMove from './migrations/0091-attachments-to-move.ts';
import * as accountRevocations from './migrations/0092-account-revocations.ts';
import * as accountKeysFrom from './migrations/0093-account-keys-from.ts';
import * as broadcasts from './migrations/0094-broadcasts.ts';
import * as gatewayDrainDeadline from './migrations/0095-gateway-drain-deadline.ts';
import * as jobMarks from './migrations/0096-job-marks.ts';
import * as jobMarkIndexes from './migrations/0097-job-mark-indexes.ts';
import * as sharedCredentials from './migrations/0098-shared-credentials.ts';
import * as sharedCredentialIndexes from './migrations/0099-shared-credential-indexes.ts';
import * as partitionBounds from './migrations/0100-partition-bounds.ts';
import * as partitionBoundsValid from './migrations/0101-partition-bounds-valid.ts';
import * as partitionIndexes from './migrations/0102-partition-indexes.ts';
import * as monthlyPartitions from './migrations/0103-monthly-partitions.ts';
import * as ledgerArchive from './migrations/0104-ledger-archive.ts';
import * as sharedCards from './migrations/0105-shared-cards.ts';
import * as sharedCardIndex from './migrations/0106-shared-card-index.ts';
import * as dueProxies from './migrations/0107-due-proxies.ts';
import * as sharedProxyUsers from './migrations/0108-shared-proxy-users.ts';
import * as sharedProxyUserIndexes from './migrations/0109-shared-proxy-user-indexes.ts';
import * as sessionsByUse from './migrations/0110-sessions-by-use.ts';
import * as orderDiscounts from './migrations/0111-order-discounts.ts';
import * as wireguardExtraPorts from './migrations/0112-wireguard-extra-ports.ts';
import * as portBlocks from './migrations/0113-port-blocks.ts';
import * as returnedPayments from './migrations/0114-returned-payments.ts';
import * as wireguardTransports from './migrations/0115-wireguard-transports.ts';
import * as ticketNumbers from './migrations/0116-ticket-numbers.ts';
import * as bridges from './migrations/0119-bridges.ts';
import * as moreBlockLists from './migrations/0120-more-block-lists.ts';
import {
  readSchemaState,
  recordRunsFrom,
  type Release,
  type SchemaMigration,
  type SchemaState,
  wrongSchema,
  WrongSchema,
} from './schema-version.ts';

/** Every migration by its name, in order. */
export const migrations: Readonly<Record<string, SchemaMigration>> = {
  '0001-accounts': accounts,
  '0002-requests': requests,
  '0003-network': network,
  '0004-payments': payments,
  '0005-signing-in': signingIn,
  '0006-two-factor': twoFactor,
  '0007-identities': identities,
  '0008-passwords-and-addresses': passwords,
  '0009-sessions': sessions,
  '0010-deletion': deletion,
  '0011-passkeys': passkeys,
  '0012-second-looks': secondLooks,
  '0013-orders': orders,
  '0014-lifecycle': lifecycle,
  '0015-catalogue-and-services': catalogue,
  '0016-free-days-and-crypto': freeDaysAndCrypto,
  '0017-inbox': inbox,
  '0018-openvpn-offers': openvpnOffers,
  '0019-grants': grants,
  '0020-downloads': downloads,
  '0021-money-whole': moneyWhole,
  '0024-block-lists': blockLists,
  '0025-proxy-grants': proxyGrants,
  '0026-residential-data': residentialData,
  '0027-exits': exits,
  '0028-dedicated-ways': dedicatedWays,
  '0032-one-address-an-exit': oneAddressAnExit,
  '0033-exit-lines': exitLines,
  '0034-addresses-that-are-known': knownAddresses,
  '0035-upstreams-for-tunnels': upstreamsForTunnels,
  '0037-conversations': conversations,
  '0038-operators': operators,
  '0039-agreed-prices': agreedPrices,
  '0040-upstreams-that-are-stopped': stoppedUpstreams,
  '0041-checkout-claims': checkoutClaims,
  '0045-second-factor-devices': secondFactorDevices,
  '0046-pending-sign-ins': pendingSignIns,
  '0047-operator-devices': operatorDevices,
  '0050-mailbox-benefits': mailboxBenefits,
  '0055-gateway-credentials': gatewayCredentials,
  '0056-gateways-that-refuse-their-feed': refusedFeeds,
  '0060-key-fingerprints': keyFingerprints,
  '0061-card-uses': cardUses,
  '0064-exit-credentials': exitCredentials,
  '0065-device-sign-ins': deviceSignIns,
  '0066-sign-in-notices': signInNotices,
  '0067-quota-accounts': quotaAccounts,
  '0068-status-history': statusHistory,
  '0069-stock-requests': stockRequests,
  '0070-order-numbers': orderNumbers,
  '0071-order-number-backfill': orderNumberBackfill,
  '0072-order-number-required': orderNumberRequired,
  '0073-operator-console': operatorConsole,
  '0075-gateway-draining': gatewayDraining,
  '0076-schema-compatibility': schemaCompatibility,
  '0078-ledger-by-time': ledgerByTime,
  '0079-operator-roles': operatorRoles,
  '0080-audit-filters': auditFilters,
  '0081-operator-actions': operatorActions,
  '0082-capacity-history': capacityHistory,
  '0083-change-request-ids': changeRequestIds,
  '0084-enrolment-repeats': enrolmentRepeats,
  '0085-exit-draining': exitDraining,
  '0086-foreign-key-indexes': foreignKeyIndexes,
  '0087-lookup-indexes': lookupIndexes,
  '0088-job-positions': jobPositions,
  '0089-retention-indexes': retentionIndexes,
  '0090-attachment-blobs': attachmentBlobs,
  '0091-attachments-to-move': attachmentsToMove,
  '0092-account-revocations': accountRevocations,
  '0093-account-keys-from': accountKeysFrom,
  '0094-broadcasts': broadcasts,
  '0095-gateway-drain-deadline': gatewayDrainDeadline,
  '0096-job-marks': jobMarks,
  '0097-job-mark-indexes': jobMarkIndexes,
  '0098-shared-credentials': sharedCredentials,
  '0099-shared-credential-indexes': sharedCredentialIndexes,
  '0100-partition-bounds': partitionBounds,
  '0101-partition-bounds-valid': partitionBoundsValid,
  '0102-partition-indexes': partitionIndexes,
  '0103-monthly-partitions': monthlyPartitions,
  '0104-ledger-archive': ledgerArchive,
  '0105-shared-cards': sharedCards,
  '0106-shared-card-index': sharedCardIndex,
  '0107-due-proxies': dueProxies,
  '0108-shared-proxy-users': sharedProxyUsers,
  '0109-shared-proxy-user-indexes': sharedProxyUserIndexes,
  '0110-sessions-by-use': sessionsByUse,
  '0111-order-discounts': orderDiscounts,
  '0112-wireguard-extra-ports': wireguardExtraPorts,
  '0113-port-blocks': portBlocks,
  '0114-returned-payments': returnedPayments,
  '0115-wireguard-transports': wireguardTransports,
  '0116-ticket-numbers': ticketNumbers,
  '0119-bridges': bridges,
  '0120-more-block-lists': moreBlockLists,
};

/** At a release: `runsFrom` becomes the last migration of the release before it, whose code must run on this schema. */
export const thisRelease: Release = { migrations, runsFrom: '0073-operator-console' };

/** The applied migrations, and the resulting state of the schema. */
export interface Migrated {
  readonly steps: readonly string[];
  readonly state: SchemaState;
}

/**
 * Applies missing migrations, each in its own transaction, so that the locks of one do not last until the end of all. On the schema of a
 * newer release it changes nothing. Throws `WrongSchema` where this release cannot run on the schema. Safe to run concurrently.
 */
export async function migrate(
  db: Database,
  release: Release = thisRelease,
  waits?: LockWaits,
): Promise<Migrated> {
  return db
    .withoutPlugins()
    .connection()
    .execute((connection) => withMigrationLock(connection, () => migrateAlone(connection, release, waits)));
}

async function migrateAlone(db: Database, release: Release, waits?: LockWaits): Promise<Migrated> {
  const before = await readSchemaState(db, release);
  if (before.newer.length > 0) {
    const wrong = wrongSchema(before);
    if (wrong !== null) throw new WrongSchema(wrong);
    return { steps: [], state: before };
  }
  await createMissingFunctions(db);
  // Before a migration that older releases do not run on; the table may be created by the migrations themselves.
  await recordRunsFrom(db, release);
  const steps = await applyMissing(db, release, waits);
  await recordRunsFrom(db, release);
  return { steps, state: await readSchemaState(db, release) };
}

/** Returns the schema's state if this release may run on it; throws `WrongSchema` otherwise. */
export async function requireSchema(db: Database, release: Release = thisRelease): Promise<SchemaState> {
  const state = await readSchemaState(db.withoutPlugins(), release);
  const wrong = wrongSchema(state);
  if (wrong !== null) throw new WrongSchema(wrong);
  return state;
}
