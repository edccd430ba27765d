import { navigationTexts as texts } from '@comet/texts';
import { Icon, type IconName } from '@comet/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';

interface Entry {
  readonly to:
    | '/dash/home/'
    | '/dash/devices'
    | '/dash/download/'
    | '/dash/quick-login/'
    | '/dash/residential-vpn/'
    | '/dash/residential-proxy/'
    | '/dash/dedicated/'
    | '/dash/billing/'
    | '/dash/settings/'
    | '/dash/refer-friend/';
  readonly name: string;
  readonly icon: IconName;
}

const groups: readonly { readonly name: string; readonly entries: readonly Entry[] }[] = [
  {
    name: texts.vpn,
    entries: [
      { to: '/dash/home/', name: texts.home, icon: 'house' },
      { to: '/dash/devices', name: texts.devices, icon: 'laptop' },
      { to: '/dash/download/', name: texts.download, icon: 'download' },
      { to: '/dash/quick-login/', name: texts.quickLogin, icon: 'key-round' },
    ],
  },
  {
    name: texts.residential,
    entries: [
      { to: '/dash/residential-vpn/', name: texts.residentialVpn, icon: 'gauge' },
      { to: '/dash/residential-proxy/', name: texts.residentialProxy, icon: 'network' },
      { to: '/dash/dedicated/', name: texts.dedicated, icon: 'map-pin' },
    ],
  },
  {
    name: texts.account,
    entries: [
      { to: '/dash/billing/', name: texts.billing, icon: 'receipt-text' },
      { to: '/dash/settings/', name: texts.settings, icon: 'settings' },
      { to: '/dash/refer-friend/', name: texts.referFriend, icon: 'gift' },
    ],
  },
];

/** Screens that belong to a menu entry without sharing its path prefix. */
const belongsTo: Readonly<Partial<Record<Entry['to'], RegExp>>> = {
  '/dash/home/': /^\/dash\/change-plan(\/|$)/,
  '/dash/settings/': /^\/dash\/delete-account(\/|$)/,
};

/** Classes of an entry of the navigation, for links and buttons. */
export const navigationEntryClasses =
  'flex w-full items-center gap-3 rounded-control border border-transparent bg-transparent px-2.5 py-2 text-left text-quiet no-underline transition-colors hover:text-ink aria-[current]:border-line aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-ink';

/** The screens of the dashboard in named groups. */
export function NavigationLinks() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={texts.navigation} className="flex flex-col gap-5">
      {groups.map((group) => (
        <NavigationGroup key={group.name} {...group} pathname={pathname} />
      ))}
    </nav>
  );
}

function NavigationGroup({
  name,
  entries,
  pathname,
}: (typeof groups)[number] & { readonly pathname: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <h2 id={id} className="m-0 px-2.5 font-text text-[0.8125rem] font-normal tracking-normal text-quiet">
        {name}
      </h2>
      <ul aria-labelledby={id} className="m-0 flex list-none flex-col gap-0.5 p-0">
        {entries.map(({ to, name: entry, icon }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={belongsTo[to]?.test(pathname) === true ? 'true' : undefined}
              className={navigationEntryClasses}
            >
              <Icon name={icon} />
              {entry}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
