import { applyNft, joinNft, type NftBatch, nft, nftName, readNftBytes } from '@comet/linux-network';
import { type Addresses, rulesetTable, egressRouteMaps } from './exit-rules.ts';
import { blockedMark } from '../routing/exit-slot.ts';

/** The kernel state of one session. An entry of nulls equals no entry. */
export interface EgressRouteEntry {
  /** Marks of IPv4 and IPv6 packets, which select the route. */
  readonly mark4: number | null;
  readonly mark6: number | null;
  /** The gateway's address for its IPv4 traffic. */
  readonly address: string | null;
  /** Byte quota of both directions together; further packets are dropped. */
  readonly quota: EgressRouteQuota | null;
}

export interface EgressRouteQuota {
  readonly name: string;
  readonly limit: number;
  /** Initial count of a new quota. */
  readonly used: number;
}

/** The sessions' entries in the kernel's rules. */
export interface EgressRouteTable {
  /** Sets or removes the entries of these addresses. Calls are executed in order. */
  set(changes: readonly { readonly of: Addresses; readonly entry: EgressRouteEntry | null }[]): Promise<void>;
  /** Resolves with the bytes counted by each quota, by name. */
  counted(): Promise<ReadonlyMap<string, number>>;
}

const nothing: EgressRouteEntry = { mark4: null, mark6: null, address: null, quota: null };

/** Call after the rules were replaced, with the sessions that they block until their egress route is set. */
export function openEgressRouteTable(
  blockedSessions: readonly Addresses[],
  apply: (batch: NftBatch) => Promise<void> = applyNft,
  read: () => Promise<ReadonlyMap<string, number>> = () => readNftBytes('quotas', 'inet', rulesetTable),
): EgressRouteTable {
  const present = new Map(
    blockedSessions.map(({ ipv4 }): [string, EgressRouteEntry] => [
      ipv4,
      { ...nothing, mark4: blockedMark, mark6: blockedMark },
    ]),
  );
  let last: Promise<unknown> = Promise.resolve();
  return {
    set(changes) {
      const turn = last.then(async () => {
        const batches = changes.map(({ of, entry }) =>
          change(of, present.get(of.ipv4) ?? nothing, entry ?? nothing),
        );
        const batch = joinNft(batches.flat());
        if (batch.text === '') return;
        await apply(batch);
        for (const { of, entry } of changes)
          if (entry === null) present.delete(of.ipv4);
          else present.set(of.ipv4, entry);
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    counted: read,
  };
}

/** Returns the minimal change from one entry to another, in one transaction: the session always has one of them. */
function change(of: Addresses, from: EgressRouteEntry, to: EgressRouteEntry): readonly NftBatch[] {
  const quota = to.quota;
  const renewed = quota !== null && quota.name === from.quota?.name;
  return [
    ...element(egressRouteMaps.exit4, of.ipv4, from.mark4, to.mark4),
    ...element(egressRouteMaps.exit6, of.ipv6, from.mark6, to.mark6),
    ...element(egressRouteMaps.address4, of.ipv4, from.address, to.address),
    // An existing quota keeps its count when its limit changes.
    ...(quota === null || (renewed && from.quota?.limit === quota.limit) ? [] : [declared(quota, renewed)]),
    ...quotaElement(egressRouteMaps.quota4, of.ipv4, from.quota, quota),
    ...quotaElement(egressRouteMaps.quota6, of.ipv6, from.quota, quota),
    ...(from.quota === null || renewed
      ? []
      : [nft`delete quota inet ${nftName(rulesetTable)} ${nftName(from.quota.name)}`]),
  ];
}

function element(
  map: string,
  key: string,
  from: string | number | null,
  to: string | number | null,
): NftBatch[] {
  if (from === to) return [];
  const [table, name] = [nftName(rulesetTable), nftName(map)];
  return [
    ...(from === null ? [] : [nft`delete element inet ${table} ${name} { ${key} }`]),
    ...(to === null ? [] : [nft`add element inet ${table} ${name} { ${key} : ${to} }`]),
  ];
}

function quotaElement(
  map: string,
  key: string,
  from: EgressRouteQuota | null,
  to: EgressRouteQuota | null,
): NftBatch[] {
  if (from?.name === to?.name) return [];
  const [table, name] = [nftName(rulesetTable), nftName(map)];
  return [
    ...(from === null ? [] : [nft`delete element inet ${table} ${name} { ${key} }`]),
    ...(to === null ? [] : [nft`add element inet ${table} ${name} { ${key} : ${nftName(to.name)} }`]),
  ];
}

function declared({ name, limit, used }: EgressRouteQuota, renewed: boolean): NftBatch {
  const quota = nft`add quota inet ${nftName(rulesetTable)} ${nftName(name)} { over ${limit} bytes`;
  return renewed || used === 0 ? nft`${quota} }` : nft`${quota} used ${used} bytes }`;
}
