import { formatText } from '@comet/texts';
import { updatesTexts as texts } from '@comet/texts/desktop';
import { LinkAction } from '@comet/ui';
import { useDaemonQuery } from '../../platform/daemon/index.ts';
import { useNavigation } from '../navigation/index.ts';

/** The link on home to a newer version; nothing if there is none. */
export function UpdateHint() {
  const { value } = useDaemonQuery('update.check');
  const { open } = useNavigation();
  if (!value?.newer) return null;
  return <LinkAction onClick={() => open('update')}>{texts.short}</LinkAction>;
}

/**
 * Returns the installed version and whether a newer one exists, for the settings; `text` is null until that
 * is known.
 */
export function useVersionText(): { readonly text: string | null; readonly isNewer: boolean } {
  const { value } = useDaemonQuery('update.check');
  if (value === null) return { text: null, isNewer: false };
  const newest = value.newer?.version;
  return {
    isNewer: newest !== undefined,
    text:
      newest === undefined
        ? formatText(texts.here, { version: value.version })
        : formatText(texts.there, { newest, version: value.version }),
  };
}
