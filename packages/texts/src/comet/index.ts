import { locationTypes } from '@comet/contract/location-types';
import { blockReasons } from '@comet/tunnel-protocol';
import {
  blockTexts,
  choiceNames,
  commandErrorTexts,
  exitTexts,
  forwardRefusalTexts,
  localProxyTexts,
  platformFeatureNames,
  updateRefusalTexts,
  vpnErrorText,
} from '../tunnel/tunnel.ts';
import { platformNames } from '../accounts/devices.ts';
import { accessMethodNames } from '../tunnel/api-access.ts';
import { accountTexts, devicesTexts, diagnosisTexts, subscriptionStates } from './account.ts';
import { apiAccessTexts } from './api-access.ts';
import { helpTexts } from './help.ts';
import { ownListsTexts } from './own-lists.ts';
import { listFailureTexts } from '../tunnel/name-lists.ts';
import { locationTexts, settingsTexts } from './settings.ts';
import { detailsTexts, stateTexts } from './state.ts';
import { usageTexts } from './usage.ts';
import { statisticsTexts } from './statistics.ts';

/**
 * Every sentence of the `comet` command, as `comet.json` contains them. Below `sentences`, `{name}` is replaced by a value; below `byCode`
 * there is one for each value of a list of the tunnel protocol's schema, by the list's name.
 */
export const cometTexts = {
  sentences: {
    help: helpTexts,
    usage: usageTexts,
    state: stateTexts,
    details: detailsTexts,
    settings: settingsTexts,
    apiAccess: apiAccessTexts,
    location: locationTexts,
    account: accountTexts,
    devices: devicesTexts,
    diagnosis: diagnosisTexts,
    statistics: statisticsTexts,
    ownLists: ownListsTexts,
  },
  byCode: {
    CommandError: { commandError: commandErrorTexts },
    BlockReason: {
      blockWhat: mapped(blockTexts, ({ what }) => what),
      blockNext: mapped(blockTexts, ({ next }) => next),
      vpnError: Object.fromEntries(blockReasons.map((reason) => [reason, vpnErrorText(reason) ?? ''])),
    },
    PlatformFeature: { platformFeature: platformFeatureNames },
    AccessMethod: { accessMethod: accessMethodNames },
    ListFailure: { listFailure: listFailureTexts },
    ForwardRefusal: { forwardRefusal: forwardRefusalTexts },
    ProxyTrouble: { proxyTrouble: localProxyTexts },
    UpdateRefusal: { updateRefusal: updateRefusalTexts },
  },
  /** By keys that are not in a list of the protocol. */
  byWord: {
    choice: choiceNames,
    locationKind: exitTexts.kinds,
    subscriptionState: subscriptionStates,
    platformName: platformNames,
  },
  single: { superseded: vpnErrorText('superseded') ?? '', anyCity: exitTexts.anyCity },
  locationTypes,
} as const;

function mapped<T>(record: Readonly<Record<string, T>>, of: (value: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value)]));
}
