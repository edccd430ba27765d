import type { AccountRevocation, Grant, GrantKind, Revocation } from '@comet/contract';
import type { Database } from '../../../platform/database/database.ts';
import { queryPrepared } from '../../../platform/database/prepared.ts';
import { grantOf, type GrantSource, type StoredGrant } from './read-feed.store.ts';

/** One change, with the cursor after it. */
export type Change = {
  readonly cursor: number;
  /** The request that caused it; none for a job's. */
  readonly requestId?: string;
  /** Only of a broadcast: the cursor of the one before it. */
  readonly previous?: number;
} & (
  | { readonly type: 'revoke'; readonly revocation: Revocation }
  | {
      readonly type: 'revoke_account';
      readonly revocation: AccountRevocation;
      /** The account's withdrawn credential. */
      readonly withdrawn?: string;
    }
  | { readonly type: 'grant'; readonly grant: Grant }
  | { readonly type: 'withdraw'; readonly id: string }
);

/** A gateway, and the last change that it has received. */
export interface FeedPosition {
  readonly gatewayId: string;
  readonly cursor: number;
  /** Whether it supports revocations of accounts. */
  readonly takesAccounts: boolean;
}

/** A change as stored: of one that adds a grant, with the grant while it is in force. */
export interface StoredChange {
  readonly cursor: number;
  /** The request that caused it; null for a job's. */
  readonly requestId: string | null;
  /** Null for a change of one gateway; of a broadcast, the cursor of the one before it, or up to which changes were deleted. */
  readonly previous: number | null;
  /** Null for another change. */
  readonly revocation: Revocation | null;
  /** Only of a broadcast; null for another change. */
  readonly accountRevocation: AccountRevocation | null;
  readonly grantId: string | null;
  readonly grant: StoredGrant | null;
}

/** The changes after a position; `outdated` where the gateway needs a snapshot. */
export type FeedPage =
  | {
      readonly kind: 'changes';
      readonly changes: readonly StoredChange[];
      /** The cursor up to which these are all changes. */
      readonly cursor: number;
      /** Whether these were all changes at the time of the read. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'outdated';
      /** Whether the position is above the newest change; otherwise changes after it were deleted. */
      readonly isAhead: boolean;
    };

/** A row of `changeColumns`. */
interface ChangeRow {
  readonly requestId: string | null;
  readonly revoked: string | null;
  readonly slot: number | null;
  readonly notBefore: number;
  readonly accountKeys: readonly string[] | null;
  readonly grantId: string | null;
  readonly id: string | null;
  readonly kind: GrantKind | null;
  readonly sub: string | null;
  readonly publicKey: string | null;
  readonly host: StoredGrant['host'];
  readonly mac: string | null;
  readonly terms: StoredGrant['terms'];
  readonly previous: number | null;
}

interface PageRow extends ChangeRow {
  readonly position: number;
  readonly top: number;
  readonly prunedThrough: number;
  /** Null, like everything of a change, for a position without changes. */
  readonly cursor: number | null;
}

/** The newest change, and that up to which changes were deleted. */
const feedState = `
    with feed as materialized (
      select pruned_through, greatest(pruned_through, (select max(id) from gateway_changes)) as top
      from gateway_feed)`;

/** Ordered like the index: without the gateway, PostgreSQL would sort all broadcasts. */
const lastBroadcastBefore = (cursor: string) => `
        greatest(feed.pruned_through, (
          select id from gateway_changes where gateway_id is null and id < ${cursor}
          order by gateway_id desc, id desc limit 1))`;

/** A change with its grant while that is in force. */
const changeColumns = `
      change.id as cursor, change.request_id, change.sub as revoked, change.slot, change.not_before,
      change.account_keys, change.grant_id, stored.id, stored.kind, stored.sub, stored.public_key, stored.host, stored.mac, stored.terms,
      case when change.gateway_id is null then ${lastBroadcastBefore('change.id')} end as previous`;

const storedGrant = `
      left join gateway_grants stored
        on stored.id = change.grant_id and change.kind = 'grant' and stored.withdrawn_at is null`;

/** One statement, so all positions are read in one snapshot of the database. */
const pages = {
  name: 'feed-pages',
  text: `${feedState}
    select position.index::int as position, feed.top, feed.pruned_through, page.*
    from feed
    cross join unnest($1::uuid[], $2::bigint[]) with ordinality as position (gateway_id, cursor, index)
    left join lateral (
      select ${changeColumns}
      from (
        (select id from gateway_changes
          where gateway_id = position.gateway_id and id > position.cursor
            and position.cursor between feed.pruned_through and feed.top
          order by id limit $3)
        union all
        (select id from gateway_changes
          where gateway_id is null and id > position.cursor
            and position.cursor between feed.pruned_through and feed.top
          order by gateway_id, id limit $3)
        order by id limit $3) later
      join gateway_changes change on change.id = later.id
      ${storedGrant}) page on true
    order by position.index, page.cursor`,
};

/** Limits of rows: of one position, and about that of all positions of one read. */
const maxRows = { ofOne: 500, ofAll: 10_000, atLeast: 20 };

/** Reads, in one snapshot of the database, the changes after each position, at most one page each. Returns a page for each, in order. */
export async function pagesAfter(
  db: Database,
  positions: readonly Pick<FeedPosition, 'gatewayId' | 'cursor'>[],
): Promise<readonly FeedPage[]> {
  const share = Math.floor(maxRows.ofAll / positions.length);
  const limit = Math.min(maxRows.ofOne, Math.max(maxRows.atLeast, share));
  const rows = await queryPrepared<PageRow>(db, pages, [
    positions.map(({ gatewayId }) => gatewayId),
    positions.map(({ cursor }) => cursor),
    limit,
  ]);
  const found = Map.groupBy(rows, ({ position }) => position);
  const shared = new Map<number, StoredChange>();
  return positions.map(({ cursor }, index) => pageOf(found.get(index + 1) ?? [], cursor, limit, shared));
}

/** `shared`: changes of other positions of the read, so that several streams of a gateway have the same objects. */
function pageOf(
  rows: readonly PageRow[],
  after: number,
  limit: number,
  shared: Map<number, StoredChange>,
): FeedPage {
  const [first] = rows;
  if (first === undefined) throw new Error('The database has no state of the change feed');
  const { top, prunedThrough } = first;
  if (after < prunedThrough || after > top) return { kind: 'outdated', isAhead: after > top };
  const changes = rows.flatMap((row): StoredChange[] => {
    if (row.cursor === null) return [];
    const change = shared.get(row.cursor) ?? storedChange(row, row.cursor);
    shared.set(row.cursor, change);
    return [change];
  });
  const isComplete = changes.length < limit;
  return { kind: 'changes', changes, cursor: isComplete ? top : (changes.at(-1)?.cursor ?? top), isComplete };
}

function storedChange(row: ChangeRow, cursor: number): StoredChange {
  const { requestId, previous, revoked, slot, notBefore, accountKeys, grantId, id, kind } = row;
  const revocation = revoked === null ? null : { sub: revoked, slot, notBefore };
  const accountRevocation =
    accountKeys === null ? null : { change: cursor, keys: [...accountKeys], notBefore };
  const grant = id === null || kind === null ? null : { ...grantFields(row), id, kind };
  return { cursor, requestId, previous, revocation, accountRevocation, grantId, grant };
}

const grantFields = ({ sub, publicKey, host, mac, terms }: ChangeRow) => ({
  sub,
  publicKey,
  host,
  mac,
  terms,
});

/** The changes of all gateways after a cursor. */
interface LoggedChanges {
  readonly top: number;
  readonly prunedThrough: number;
  /** Null for a broadcast. */
  readonly changes: readonly { readonly gatewayId: string | null; readonly change: StoredChange }[];
  /** Whether these were all changes at the time of the read. */
  readonly isComplete: boolean;
}

const maxLoggedRows = 2_000;

/**
 * The subquery hides the cursor from the planner, and the limit is part of the text. With their values, a plan seems much cheaper than one for
 * any values, so that PostgreSQL would plan the statement again at each execution, which costs four times as much as the rest of it.
 */
const log = {
  name: 'feed-log',
  text: `${feedState}
    select feed.top, feed.pruned_through, page.*
    from feed
    left join lateral (
      select change.gateway_id, ${changeColumns}
      from gateway_changes change
      ${storedGrant}
      where change.id > (select $1::bigint) and $1 between feed.pruned_through and feed.top
      order by change.id
      limit ${maxLoggedRows}) page on true
    order by page.cursor`,
};

/** Reads the next changes of all gateways after a cursor; none where the cursor is above the newest one, or below deleted ones. */
export async function changesAfter(db: Database, cursor: number): Promise<LoggedChanges> {
  const rows = await queryPrepared<Omit<PageRow, 'position'> & { readonly gatewayId: string | null }>(
    db,
    log,
    [cursor],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('The database has no state of the change feed');
  const { top, prunedThrough } = first;
  const changes = rows.flatMap((row) =>
    row.cursor === null ? [] : [{ gatewayId: row.gatewayId, change: storedChange(row, row.cursor) }],
  );
  return { top, prunedThrough, changes, isComplete: changes.length < maxLoggedRows };
}

/** Returns a stored change as sent to a gateway that supports `kinds`; null for one that no longer has any effect. */
export function changeFor(
  { cursor, requestId, previous, revocation, accountRevocation, grantId, grant }: StoredChange,
  { sealer, kinds }: Pick<GrantSource, 'sealer' | 'kinds'>,
): Change | null {
  const at = {
    cursor,
    ...(requestId === null ? {} : { requestId }),
    ...(previous === null ? {} : { previous }),
  };
  if (revocation !== null) return { type: 'revoke', ...at, revocation };
  if (accountRevocation !== null) {
    const withdrawn = grantId === null ? {} : { withdrawn: grantId };
    return { type: 'revoke_account', ...at, revocation: accountRevocation, ...withdrawn };
  }
  const sent = grant !== null && kinds.includes(grant.kind) ? grantOf(grant, sealer) : null;
  if (sent !== null) return { type: 'grant', ...at, grant: sent };
  // A grant that no longer exists was never in force for this gateway; its tombstone, which follows, may arrive twice.
  return grantId === null ? null : { type: 'withdraw', ...at, id: grantId };
}
