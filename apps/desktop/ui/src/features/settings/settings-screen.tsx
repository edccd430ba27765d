import { plural, formatText } from '@comet/texts';
import { settingsTexts } from '@comet/texts/desktop';
import { platformFeatureNames } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import { FieldError, SearchField, Subhead } from '@comet/ui';
import { useId, useState } from 'react';
import { clockTowards, useNow } from '../../platform/clock/index.ts';
import { useChoices } from '../../platform/daemon/index.ts';
import { ScreenFrame, useNavigation } from '../navigation/index.ts';
import { appSettings } from './app-settings.tsx';
import { NavigationRow } from './setting-rows.tsx';
import { matching, type Section, sections, type Setting } from './setting.ts';
import { tunnelSettings } from './tunnel-settings.tsx';

/** All settings on one screen, in sections, with a search. */
export function SettingsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { from } = useNavigation();
  const now = useNow(clockTowards(snapshot.settings.pausedUntil));
  const [typed, setTyped] = useState('');
  const { unsupported = [], account } = snapshot;
  const found = matching([...tunnelSettings(snapshot, now, choose), ...appSettings], typed);
  const isSearching = typed.trim() !== '';
  return (
    <ScreenFrame title={settingsTexts.title}>
      <SearchField
        label={settingsTexts.search}
        placeholder={settingsTexts.searchHint}
        autoFocus={from === null}
        value={typed}
        onChange={setTyped}
      />
      <p role="status" className="sr-only">
        {isSearching && formatText(plural(found.length, settingsTexts.found), { count: found.length })}
      </p>
      <FieldError>{failure}</FieldError>
      {account !== null && !isSearching && (
        <div className="rounded-control border border-line bg-raised px-4 py-3.5">
          <NavigationRow to="account" title={account.email} detail={settingsTexts.accountHint} />
        </div>
      )}
      {sections.map((section) => (
        <SettingsSection
          key={section}
          section={section}
          settings={found.filter((one) => one.section === section)}
        />
      ))}
      {found.length === 0 && (
        <p className="m-0 text-quiet">{formatText(settingsTexts.noMatches, { typed: typed.trim() })}</p>
      )}
      {unsupported.length > 0 && !isSearching && (
        <p className="m-0 text-small text-quiet">
          {formatText(settingsTexts.unsupported, {
            features: unsupported.map((feature) => platformFeatureNames[feature]).join(', '),
          })}
        </p>
      )}
    </ScreenFrame>
  );
}

interface SettingsSectionProps {
  readonly section: Section;
  readonly settings: readonly Setting[];
}

/** One section; nothing if the search matches none of its settings. */
function SettingsSection({ section, settings }: SettingsSectionProps) {
  const id = useId();
  if (settings.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div id={id}>
        <Subhead>{settingsTexts.sections[section]}</Subhead>
      </div>
      <div className="flex flex-col divide-y divide-line rounded-control border border-line bg-raised px-4 *:py-3">
        {settings.map(({ key, row }) => (
          <div key={key}>{row}</div>
        ))}
      </div>
    </section>
  );
}
