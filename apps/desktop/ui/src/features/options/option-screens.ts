import type { Snapshot } from '@comet/tunnel-protocol';
import type { ComponentType } from 'react';
import type { Screen } from '../navigation/index.ts';
import { AccessScreen } from './access-screen.tsx';
import { ForwardsScreen } from './forwards-screen.tsx';
import { ListsScreen } from './lists-screen.tsx';
import { MultiHopScreen } from './multi-hop-screen.tsx';
import { DnsScreen } from './names/dns-screen.tsx';
import { NetworksScreen } from './networks-screen.tsx';
import { OwnListsScreen } from './names/own-lists-screen.tsx';
import { PauseScreen } from './pause-screen.tsx';
import { ProfilesScreen } from './profiles-screen.tsx';
import { ProtocolScreen } from './protocol-screen.tsx';
import { ProxiesScreen } from './proxies-screen.tsx';
import { RoutesScreen } from './routes-screen.tsx';
import { DefaultLocationScreen } from './default-location-screen.tsx';
import { SplitScreen } from './split-screen.tsx';

/** The screens of single settings, by their names in the navigation. */
export const optionScreens: Readonly<
  Partial<Record<Screen, ComponentType<{ readonly snapshot: Snapshot }>>>
> = {
  protocol: ProtocolScreen,
  server: DefaultLocationScreen,
  names: DnsScreen,
  split: SplitScreen,
  networks: NetworksScreen,
  pause: PauseScreen,
  'multi-hop': MultiHopScreen,
  proxies: ProxiesScreen,
  forwards: ForwardsScreen,
  access: AccessScreen,
  lists: ListsScreen,
  'own-lists': OwnListsScreen,
  profiles: ProfilesScreen,
  routes: RoutesScreen,
};
