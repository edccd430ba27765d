import { checkServerList, type ExitUse, publishKey, readVerifiers, type ServerList } from '@comet/admission';
import { api, exitConsentVersion } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import type { TestCredentials } from '@comet/testing';
import { exitsCommand } from '../../src/features/exits/index.ts';
import { type ApiUnderTest, newWireguardKey, type TestGateway } from '../fixture/api-fixture.ts';

/** An exit that has enrolled. */
export interface TestExit extends TestCredentials {
  readonly token: string;
  readonly id: string;
}

export const exitsOps = (under: ApiUnderTest, ...words: string[]) =>
  exitsCommand({ ...under.dependencies, operator: 'ada' }, words);

/** Enrols an exit at a location, with the operator's invitation and its owner's consent. */
export async function makeExit(
  under: ApiUnderTest,
  { place = 'us-nyc', use = 'native' }: { readonly place?: string; readonly use?: ExitUse } = {},
): Promise<TestExit> {
  const token = await exitsOps(under, 'invite', place, '--use', use);
  const consent = { version: exitConsentVersion, name: 'Ada Lovelace' };
  const body = { token, wireguardPublicKey: newWireguardKey(), network: 'Line of Ada', consent };
  const { json } = await under.call(api.enrolExit, { body });
  const { exit_id: id, credential } = json as { exit_id: string; credential: string };
  return { id, token: credential };
}

/** Returns the signed list as verified by a client, after a refresh. */
export async function listed(under: ApiUnderTest): Promise<ServerList> {
  under.clock.advance(1_000);
  const { list } = (await under.call(api.serverList, {})).json as { list: string };
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.lists.current)]);
  const opened = checkServerList(verifiers, list, { now: unixSeconds(under.clock.now()), atLeast: 0 });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

interface Report {
  readonly exit: string;
  readonly state: 'live' | 'paused' | 'down';
  readonly carriedBytes: number;
  readonly latencyMs: number | null;
  readonly line?: { readonly downBytesPerSecond: number; readonly upBytesPerSecond: number } | null;
}

/** Sends a gateway's report of these exits. */
export function reportExits(under: ApiUnderTest, gateway: TestGateway, exits: readonly Report[]) {
  const body = { version: '1', peers: 0, loadPercent: 5, exits: [...exits] };
  return under.call(api.reportHealth, { body }, gateway);
}

/** Creates an exit that is live through a gateway. */
export async function makeLiveExit(
  under: ApiUnderTest,
  gateway: TestGateway,
  where: Parameters<typeof makeExit>[1] = {},
): Promise<TestExit> {
  const exit = await makeExit(under, where);
  await reportExits(under, gateway, []);
  await under.call(api.issueExitTicket, {}, exit);
  const { db } = under.dependencies;
  await db.updateTable('exits').set({ gatewayId: gateway.id }).where('id', '=', exit.id).execute();
  const its = await db.selectFrom('exits').select('id').where('gatewayId', '=', gateway.id).execute();
  await reportExits(
    under,
    gateway,
    its.map(({ id }) => ({ exit: id, state: 'live', carriedBytes: 0, latencyMs: 20 })),
  );
  return exit;
}
