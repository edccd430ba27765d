import { recoveryCodesTexts as texts, formatText } from '@comet/texts';
import { Button, LinkAction } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { SetUpSteps } from './set-up-steps.tsx';
import { useCopy } from '../../platform/screen/use-copy.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Whether the activation link is the next step. */
  readonly settingUp: boolean;
  readonly onKept: () => void;
}

/** Shows the recovery codes, which the API returns only once. */
export function RecoveryCodes({ codes, settingUp, onKept }: RecoveryCodesProps) {
  const { email } = useSuspenseQuery(userQuery).data;
  const copy = useCopy();
  const list = codes.join('\n');
  return (
    <SettingsSubPage title={texts.headline} explanation={texts.explanation}>
      {settingUp && <SetUpSteps current={1} />}
      <ol
        aria-label={texts.list}
        className="m-0 grid w-full max-w-105 list-none grid-cols-2 gap-x-8 gap-y-2.5 rounded-control border border-line bg-raised px-6 py-5 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button onClick={onKept}>{texts.kept}</Button>
        <LinkAction onClick={() => void copy(list, texts.copied)}>{texts.copy}</LinkAction>
        <LinkAction onClick={() => download(`${formatText(texts.fileHeading, { email })}\n\n${list}\n`)}>
          {texts.download}
        </LinkAction>
      </div>
    </SettingsSubPage>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = texts.fileName;
  link.click();
  URL.revokeObjectURL(address);
}
