import { settingsTexts, passkeysTexts, changeEmailTexts, formatDay, errorText } from '@comet/texts';
import {
  Headline,
  Row,
  ThemeToggle,
  linkActionClasses,
  LinkAction,
  Rows,
  Subhead,
  Skeleton,
} from '@comet/ui';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { Link, CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import {
  type ComponentType,
  Suspense,
  useId,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
} from 'react';
import { retryFailures } from '../../platform/data/query-client.ts';
import { useOnline } from '../../platform/data/use-online.ts';
import { userQuery, ResendVerification } from '../account/index.ts';
import { PendingChange } from '../change-email/index.ts';
import { DeleteAccountRow } from '../delete-account/index.ts';
import { ExportRow } from '../export/index.ts';
import { PasskeyRows } from '../passkeys/index.ts';
import { PasswordRow } from '../passwords/index.ts';
import { SignOutEverywhereRow, SessionRows } from '../sessions/index.ts';
import { useDocumentTitle, useIsLate } from '../shell/index.ts';
import { ConnectedAccountsRows } from '../social/index.ts';
import { TwoFactorRow } from '../two-factor/index.ts';

/**
 * A section of the settings: a heading, and rows that each read their own data. Each row component renders
 * one or more `Row`s.
 */
interface SettingsSection {
  readonly heading: string;
  readonly rows: readonly ComponentType[];
}

/** One section. A slow or failing row does not affect the rest of the page. */
function Section({ heading, rows }: SettingsSection) {
  const id = useId();
  const isOnline = useOnline();
  return (
    <section className="flex flex-col gap-4" aria-labelledby={id}>
      <div id={id}>
        <Subhead>{heading}</Subhead>
      </div>
      <Rows>
        {rows.map((SettingsRow, place) => (
          <CatchBoundary key={place} getResetKey={() => isOnline} errorComponent={FailedRow}>
            <Suspense fallback={<LoadingRow />}>
              <SettingsRow />
            </Suspense>
          </CatchBoundary>
        ))}
      </Rows>
    </section>
  );
}

function FailedRow({ error, reset }: ErrorComponentProps) {
  const queryClient = useQueryClient();
  const retry = () => {
    retryFailures(queryClient);
    reset();
  };
  return (
    <Row
      term={settingsTexts.notShown}
      action={<LinkAction onClick={retry}>{settingsTexts.tryAgain}</LinkAction>}
    >
      {errorText(error).text}
    </Row>
  );
}

function EmailRow() {
  const { email, emailVerified } = useSuspenseQuery(userQuery).data;
  return (
    <Row
      term={settingsTexts.email}
      action={
        <Link to="/dash/settings/change-email/" className={linkActionClasses}>
          {changeEmailTexts.title}
        </Link>
      }
    >
      {email}
      <span className={`block text-small ${emailVerified ? 'text-quiet' : 'text-warn'}`}>
        {emailVerified ? settingsTexts.emailConfirmed : settingsTexts.emailUnconfirmed}
      </span>
      {!emailVerified && <ResendVerification email={email} />}
      <PendingChange />
    </Row>
  );
}

function SinceRow() {
  const { createdAt } = useSuspenseQuery(userQuery).data;
  return <Row term={settingsTexts.since}>{formatDay(createdAt)}</Row>;
}

const account: SettingsSection = { heading: settingsTexts.account, rows: [EmailRow, SinceRow] };

const yourData: SettingsSection = { heading: settingsTexts.yourData, rows: [ExportRow] };

const sessions: SettingsSection = {
  heading: settingsTexts.sessions,
  rows: [SessionRows, SignOutEverywhereRow],
};

const security: SettingsSection = {
  heading: settingsTexts.security,
  rows: [PasswordRow, TwoFactorRow],
};

const passkeys: SettingsSection = { heading: passkeysTexts.heading, rows: [PasskeyRows] };

const danger: SettingsSection = { heading: settingsTexts.danger, rows: [DeleteAccountRow] };

const connectedAccounts: SettingsSection = {
  heading: settingsTexts.connectedAccounts,
  rows: [ConnectedAccountsRows],
};

const labels = {
  light: settingsTexts.themeLight,
  dark: settingsTexts.themeDark,
  device: settingsTexts.themeDevice,
};

function ThemeRow() {
  return (
    <Row term={settingsTexts.theme}>
      <ThemeToggle legend={settingsTexts.theme} labels={labels} />
    </Row>
  );
}

const appearance: SettingsSection = { heading: settingsTexts.appearance, rows: [ThemeRow] };

/** The settings from top to bottom. A feature adds its row to the section's own file; a section without rows is not shown. */
const sections: readonly SettingsSection[] = [
  account,
  security,
  passkeys,
  sessions,
  connectedAccounts,
  appearance,
  yourData,
  danger,
];

export default function SettingsScreen() {
  useDocumentTitle(settingsTexts.screen);
  // Without the user no setting can be shown, so this failure replaces the whole screen.
  useSuspenseQuery(userQuery);
  return (
    <div className="flex flex-col gap-12">
      <Headline>{settingsTexts.headline}</Headline>
      <LoadingRows>
        {sections
          .filter(({ rows }) => rows.length > 0)
          .map((section) => (
            <Section key={section.heading} {...section} />
          ))}
      </LoadingRows>
    </div>
  );
}

/** Counts the loading rows of a screen: a row adds 1 when it starts loading and subtracts it at the end. */
const Count = createContext<(change: 1 | -1) => void>(() => {});

/** Shows one loading text for all rows inside it, since many rows may wait for the same read. */
function LoadingRows({ children }: { readonly children: ReactNode }) {
  const [awaited, setAwaited] = useState(0);
  const isLate = useIsLate();
  const [count] = useState(() => (change: 1 | -1) => setAwaited((before) => before + change));
  return (
    <Count value={count}>
      {children}
      <p role="status" className="sr-only">
        {isLate && awaited > 0 && settingsTexts.loading}
      </p>
    </Count>
  );
}

/** Placeholder of a row that is loading. */
function LoadingRow() {
  const count = use(Count);
  const isLate = useIsLate();
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
  return (
    <Row term={<Skeleton className="h-5 w-24" />}>
      <span className="flex h-6 items-center text-quiet">
        {isLate ? settingsTexts.loadingRow : <Skeleton className="h-5 w-60 max-w-full" />}
      </span>
    </Row>
  );
}
