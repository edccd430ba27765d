import { say } from '@comet/texts';
import { settingsTexts, updatesTexts as texts } from '@comet/texts/desktop';
import { LinkAction } from '@comet/ui';
import { useDaemonQuery } from '../../platform/daemon/index.ts';
import { useNavigation } from '../navigation/index.ts';

/** On home: the link to a newer version; nothing if there is none. */
export function UpdateHint() {
  const { value } = useDaemonQuery('update.check');
  const { open } = useNavigation();
  if (!value?.newer) return null;
  return <LinkAction onClick={() => open('update')}>{texts.short}</LinkAction>;
}

/** In the settings: which version this is, and whether there is another. */
export function UpdateRow() {
  const { value } = useDaemonQuery('update.check');
  const { open } = useNavigation();
  const newest = value?.newer?.version;
  return (
    <div className="flex items-center justify-between gap-5">
      <span className="flex min-w-0 flex-col">
        <span>{texts.row}</span>
        {value !== null && (
          <span className="text-small text-quiet">
            {newest === undefined
              ? say(texts.here, { version: value.version })
              : say(texts.there, { newest, version: value.version })}
          </span>
        )}
      </span>
      <LinkAction
        aria-label={say(settingsTexts.openWhat, { what: texts.row })}
        onClick={() => open('update')}
      >
        {newest === undefined ? settingsTexts.open : texts.see}
      </LinkAction>
    </div>
  );
}
