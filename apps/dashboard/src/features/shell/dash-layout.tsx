import { navigationTexts, shellTexts, navigationTexts as texts, formatText } from '@comet/texts';
import { Logo, Sheet, Icon } from '@comet/ui';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ClaimReferral } from '../refer-friend/index.ts';
import { LazySupportChat, openSupport } from '../support/index.ts';
import { TwoFactorGate } from '../two-factor/index.ts';
import { AccountMenu, AccountPart } from './account-menu.tsx';
import { NavigationLinks, navigationEntryClasses } from './navigation-links.tsx';
import { useUnreadReplies } from '../../platform/data/unread-replies.ts';

/** The dashboard, or the second-factor gate before it. */
export default function DashLayout() {
  return (
    <TwoFactorGate>
      <ClaimReferral />
      <Dashboard />
      <LazySupportChat isInNavigation />
    </TwoFactorGate>
  );
}

/** The navigation next to the screen; on phones behind a menu button. */
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
    <header className="sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-r border-line px-3 pt-7 pb-4 lg:flex">
      <Link to="/dash/home/" className="px-2.5 no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <NavigationLinks />
      <div className="mt-auto flex flex-col gap-2">
        <HelpButton />
        <div className="border-t border-line pt-2">
          <AccountMenu />
        </div>
      </div>
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
        <HelpButton onOpen={() => setOpen(false)} />
        <AccountPart />
      </Sheet>
    </header>
  );
}

/** Opens the support window; a dot marks unseen replies. */
function HelpButton({ onOpen }: { readonly onOpen?: () => void }) {
  const count = useUnreadReplies();
  return (
    <button
      type="button"
      aria-label={count === 0 ? undefined : formatText(texts.helpWithReplies, { count })}
      onClick={() => {
        onOpen?.();
        openSupport('');
      }}
      className={navigationEntryClasses}
    >
      <Icon name="life-buoy" />
      {texts.help}
      {count > 0 && <span aria-hidden className="ml-auto size-2.5 rounded-full bg-comet" />}
    </button>
  );
}
