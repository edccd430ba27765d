import { legalTexts, navigationTexts, shellTexts } from '@comet/texts';
import { Logo, Sheet } from '@comet/ui';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ClaimReferral } from '../refer-friend/index.ts';
import { SupportLater } from '../support/index.ts';
import { TwoFactorGate } from '../two-factor/index.ts';
import { LegalSentence } from './legal.tsx';
import { LogOutButton } from './log-out-button.tsx';

/** The dashboard, or the gate before it. */
export default function DashLayout() {
  return (
    <TwoFactorGate>
      <ClaimReferral />
      <Dashboard />
      <SupportLater />
    </TwoFactorGate>
  );
}

/** Navigation beside the screen, or behind a menu button on a phone. */
function Dashboard() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#screen"
        className="absolute -top-20 left-4 z-10 rounded-control bg-raised px-4 py-3 text-ink focus:top-4"
      >
        {navigationTexts.skipToContent}
      </a>
      <SideNavigation />
      <PhoneNavigation />
      <main id="screen" tabIndex={-1} className="px-5 pt-6 pb-24 outline-none sm:px-10 lg:px-14 lg:pt-10">
        <div className="mx-auto max-w-[60rem]">
          <Outlet />
        </div>
      </main>
    </div>
  );
}

function SideNavigation() {
  return (
    <header className="sticky top-0 hidden h-dvh flex-col gap-9 overflow-y-auto border-r border-line px-3 pt-7 pb-6 lg:flex">
      <Link to="/dash/home/" className="px-0.5 no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <div className="flex flex-col">
        <NavigationLinks />
        <p className="m-0 px-3">
          <LogOutButton label={shellTexts.signOut} />
        </p>
      </div>
      <LegalPages />
    </header>
  );
}

function PhoneNavigation() {
  const [open, setOpen] = useState(false);
  const { pathname: path } = useLocation();
  const shownAt = useRef(path);
  useEffect(() => {
    if (shownAt.current !== path) setOpen(false);
    shownAt.current = path;
  }, [path]);
  return (
    <header className="flex items-center justify-between border-b border-line px-5 py-2 sm:px-10 lg:hidden">
      <Link to="/dash/home/" className="no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        openLabel={navigationTexts.openMenu}
        closeLabel={shellTexts.close}
        title={navigationTexts.navigation}
        mark={<Logo name={shellTexts.brand} />}
      >
        <NavigationLinks />
        <p className="m-0 px-3">
          <LogOutButton label={shellTexts.signOut} />
        </p>
        <LegalPages />
      </Sheet>
    </header>
  );
}

const places = [
  { to: '/dash/home/', name: navigationTexts.home },
  { to: '/dash/devices', name: navigationTexts.devices },
  { to: '/dash/download/', name: navigationTexts.download },
  { to: '/dash/residential-vpn/', name: navigationTexts.residentialVpn },
  { to: '/dash/dedicated/', name: navigationTexts.dedicated },
  { to: '/dash/residential-proxy/', name: navigationTexts.residentialProxy },
  { to: '/dash/quick-login/', name: navigationTexts.quickLogin },
  { to: '/dash/refer-friend/', name: navigationTexts.referFriend },
  { to: '/dash/settings/', name: navigationTexts.settings },
  { to: '/dash/contact-sales/', name: navigationTexts.contactSales },
] as const;

/** Screens that belong to a menu entry without sharing its path. */
const heldBy: Readonly<Record<string, RegExp>> = {
  '/dash/home/': /^\/dash\/(billing|change-plan)(\/|$)/,
  '/dash/settings/': /^\/dash\/delete-account(\/|$)/,
};

function NavigationLinks() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={navigationTexts.navigation}>
      <ul className="m-0 flex list-none flex-col gap-0.5 p-0">
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={heldBy[to]?.test(pathname) === true ? 'true' : undefined}
              className="block rounded-control border border-transparent px-3 py-2 text-title text-quiet no-underline transition-colors hover:text-ink lg:text-body aria-[current]:border-line aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LegalPages() {
  return (
    <p className="m-0 mt-auto flex gap-4 px-3 text-small">
      <LegalSentence>{legalTexts.pages}</LegalSentence>
    </p>
  );
}
