import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { deviceLimit, countDeviceSlots } from '../devices/index.ts';
import { withdrawGrant } from '../grants/index.ts';
import { addConfig, type ConfigDeps } from './add-config.ts';
import { configsOf, deleteConfig, renameConfig } from './wireguard-configs.store.ts';

export const listWireguardConfigsRoute = ({ db }: ConfigDeps) =>
  route(api.listWireguardConfigs, async ({ caller }) => {
    const [configs, taken] = await Promise.all([
      configsOf(db, { userId: caller.id }),
      countDeviceSlots(db, caller.id),
    ]);
    return ok({ configs: [...configs], limit: deviceLimit, taken });
  });

export const addWireguardConfigRoute = (deps: ConfigDeps) =>
  route(api.addWireguardConfig, async ({ caller, body }) => {
    if (!caller.emailVerified) return err('email_unverified');
    const added = await addConfig(deps, { userId: caller.id, ...body });
    return added.ok ? ok({ config: added.value }) : added;
  });

export const renameWireguardConfigRoute = ({ db }: ConfigDeps) =>
  route(api.renameWireguardConfig, async ({ caller, params, body }) => {
    const own = { userId: caller.id, id: params.id };
    if (!(await renameConfig(db, { ...own, name: body.name }))) return err('not_found');
    const [config] = await configsOf(db, own);
    return config === undefined ? err('not_found') : ok({ config });
  });

export const removeWireguardConfigRoute = ({ db, clock }: ConfigDeps) =>
  route(api.removeWireguardConfig, async ({ caller, params }) => {
    const removed = await db.transaction().execute(async (trx) => {
      const grantId = await deleteConfig(trx, { userId: caller.id, id: params.id });
      if (grantId !== null) await withdrawGrant(trx, grantId, clock.now());
      return grantId !== null;
    });
    return removed ? ok(undefined) : err('not_found');
  });
